// Runs the journeys, one file after the other: they share two cores and measure time.
//
//   node e2e/journeys/run.mjs [part of a file's name …]

import { readdirSync } from "node:fs";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const wanted = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs"))
  .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
  .sort()
  .map((name) => folder + name);

if (files.length === 0) throw new Error(`no journey is called ${wanted.join(" or ")}`);
const journeys = run({ files, concurrency: 1, timeout: 300_000 });
journeys.on("test:fail", () => (process.exitCode = 1));
journeys.compose(new spec()).pipe(process.stdout);
