// Takes off the built page what only its makers can read:
//
//   node web/slim/slim.mjs dist
//
// wasm-bindgen gives every import a long name that ends in a digest, once in the wasm and once in
// the glue; there are hundreds, and digests do not compress. Here they get short names in both
// files. The glue loses the ways to start that the loader does not take, and terser does the rest.
// The functions are put in the order that compresses best, and beside each file lies its twin for
// who can inflate it, packed harder than a server could while somebody waits.
// The glue's form is that of the pinned wasm-bindgen: what is not found as expected ends the build.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import zopfli from "@gfx/zopfli";
import { minify } from "terser";
import { joined } from "./glue.mjs";
import { renamed } from "./module.mjs";
import { ordered } from "./order.mjs";

/** How hard is tried: as many blocks as help, which is most of the gain over the usual packers. */
const HARD = { numiterations: 8, blocksplittingmax: 0 };
/** Pictures in the page's other folder are a few hundred bytes each. */
const PACKED = /\.(css|html|js|svg|wasm)$/;

const folder = process.argv[2] ?? "dist";
const files = readdirSync(folder);
const scripts = files.filter((name) => name.endsWith(".js"));
const wasmName = only(files.filter((name) => name.endsWith(".wasm")), "wasm modules");
const glueName = only(scripts.filter((name) => name.startsWith("web-")), "scripts of glue");

const before = weight();
const { bytes, imports, exports } = renamed(ordered(readFileSync(join(folder, wasmName))));
const glue = joined(readFileSync(join(folder, glueName), "utf8"), imports, exports);
writeFileSync(join(folder, wasmName), bytes);
writeFileSync(join(folder, glueName), glue);
for (const name of scripts) {
  // The heart is a worker's classic script, the others are modules.
  const options = { module: name !== "heart.js", ecma: 2020, compress: { passes: 3 } };
  const file = join(folder, name);
  writeFileSync(file, (await minify(readFileSync(file, "utf8"), options)).code);
}
for (const name of readdirSync(folder)) {
  if (!PACKED.test(name)) continue;
  const file = join(folder, name);
  writeFileSync(`${file}.gz`, await zopfli.gzipAsync(readFileSync(file), HARD));
}
console.log(`${folder} is ${before - weight()} bytes lighter`);

function only(found, what) {
  if (found.length !== 1) throw new Error(`${folder} holds ${found.length} ${what}, not one`);
  return found[0];
}

function weight() {
  const sizes = [wasmName, ...scripts].map((name) => statSync(join(folder, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}
