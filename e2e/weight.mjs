// What a player's first visit costs: wasm and glue, compressed as the relay sends them.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

// Besides playing as peers, the page can be the server of a race and its client.
const BUDGET_BYTES = 520 * 1000;
// Where it shall come back to: three games' rules, readers, players, drawing and words came at once.
const GOAL_BYTES = 400 * 1000;
const folder = process.argv[2] ?? "dist";

const kB = (bytes) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`;
const counted = (name) => /\.(wasm|js)$/.test(name);
let gzip = 0;
let wasm = 0;

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  if (entry.name.endsWith(".gz")) continue;
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(file);
  // A file that lies there packed is sent as it lies there.
  const twin = existsSync(`${file}.gz`) && readFileSync(`${file}.gz`);
  const packed = (twin || gzipSync(bytes, { level: 9 })).length;
  const brotli = brotliCompressSync(bytes).length;
  console.log(`${kB(bytes.length)}  gzip ${kB(packed)}  brotli ${kB(brotli)}  ${entry.name}`);
  if (counted(entry.name)) gzip += packed;
  if (entry.name.endsWith(".wasm")) wasm += 1;
}
console.log(`wasm and glue: gzip ${kB(gzip)} of ${kB(BUDGET_BYTES)}; the goal is ${kB(GOAL_BYTES)}`);
if (wasm !== 1) {
  console.error(`${folder} holds ${wasm} wasm modules; a page has one`);
  process.exit(1);
}
if (gzip > BUDGET_BYTES) {
  console.error("the page is too heavy");
  process.exit(1);
}
