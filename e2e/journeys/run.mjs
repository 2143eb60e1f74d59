// Runs the journeys. Those that measure time have the machine's two cores to themselves, one file
// after the other; of the patient ones two go at once.
//
//   node e2e/journeys/run.mjs [part of a file's name …]

import { readdirSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

/** Journeys in which it matters how soon something happens. */
const HURRIED = ["alone", "friends", "rollback", "sealed", "served", "troubles"];

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort();

if (files.length === 0) throw new Error(`no journey is called ${wanted.join(" or ")}`);
const isHurried = (name) => HURRIED.some((hurried) => name.startsWith(`${hurried}.`));
await together(files.filter(isHurried), 1);
await together(files.filter((name) => !isHurried(name)), 2);

/** Runs these files, so many at a time. */
function together(files, concurrency) {
  if (files.length === 0) return Promise.resolve();
  const paths = files.map((name) => folder + name);
  const journeys = run({ files: paths, concurrency, timeout: 300_000 });
  journeys.on("test:fail", () => (process.exitCode = 1));
  return new Promise((resolve) => {
    journeys.on("end", resolve);
    journeys.compose(new spec()).pipe(process.stdout, { end: false });
  });
}
