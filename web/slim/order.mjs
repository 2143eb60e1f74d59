// The functions of a module in the order in which they compress best: like beside like.
//
// gzip finds again what it has seen within 32 KiB. Left in the order of how often they are called,
// functions that were made from one template lie far apart.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CODE, CUSTOM, IMPORT, Reader, number, sections, text } from "./module.mjs";

/** Bytes of a piece by which functions are found to be alike. */
const PIECE = 4;
/** A piece that so many functions have says nothing of any. */
const COMMON = 700;
/** How much a large function must share more than a small one; found by trying. */
const BULK = 0.35;
/** No pass but the order, and what a browser of the last years knows. */
const KEEP = [
  "--optimize-level=2",
  "--shrink-level=2",
  "--generate-stack-ir",
  "--optimize-stack-ir",
  "--enable-bulk-memory",
  "--enable-nontrapping-float-to-int",
  "--enable-sign-ext",
  "--enable-mutable-globals",
  "--enable-reference-types",
  "--enable-multivalue",
];

/** The module with its functions in that order. */
export function ordered(module) {
  const folder = mkdtempSync(join(tmpdir(), "partyline-"));
  const [named, out] = [join(folder, "named.wasm"), join(folder, "out.wasm")];
  try {
    writeFileSync(named, withNames(module, chain(pieces(module))));
    execFileSync("wasm-opt", [named, "-o", out, ...KEEP, "--reorder-functions-by-name"]);
    return readFileSync(out);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The pieces of each function. */
function pieces(module) {
  const { body } = sections(module).find(({ id }) => id === CODE);
  const reader = new Reader(body, 0);
  return Array.from({ length: reader.number() }, () => {
    const code = reader.take(reader.number());
    const found = new Set();
    for (let at = 0; at + PIECE <= code.length; at += 1) found.add(code.readUInt32LE(at));
    return found;
  });
}

/** From the first function on, always the one that is most like the last. */
function chain(functions) {
  const having = new Map();
  functions.forEach((found, index) => {
    for (const piece of found) {
      if (!having.has(piece)) having.set(piece, []);
      having.get(piece).push(index);
    }
  });
  const left = new Set(functions.keys());
  const order = [];
  for (let last = 0; last !== undefined; ) {
    order.push(last);
    left.delete(last);
    last = likest(last, functions, having, left) ?? left.values().next().value;
  }
  return order;
}

function likest(last, functions, having, left) {
  const shared = new Map();
  for (const piece of functions[last]) {
    const others = having.get(piece);
    if (others.length > COMMON) continue;
    for (const other of others) {
      if (left.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1);
    }
  }
  let best;
  let most = 0;
  for (const [other, count] of shared) {
    const alike = count / functions[other].size ** BULK;
    if (alike > most) [best, most] = [other, alike];
  }
  return best;
}

/** The module with names by which wasm-opt sorts the functions into `order`. */
function withNames(module, order) {
  const { body } = sections(module).find(({ id }) => id === IMPORT);
  const imported = new Reader(body, 0).number();
  const names = order.map((index, place) => [imported + index, String(place).padStart(6, "0")]);
  names.sort(([a], [b]) => a - b);
  const functions = names.flatMap(([index, name]) => [number(index), text(name)]);
  const map = Buffer.concat([number(names.length), ...functions]);
  const section = Buffer.concat([text("name"), Buffer.from([1]), number(map.length), map]);
  return Buffer.concat([module, Buffer.from([CUSTOM]), number(section.length), section]);
}
