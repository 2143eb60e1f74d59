// A wasm module, and its imports and exports with short names.

export const CUSTOM = 0;
export const IMPORT = 2;
export const EXPORT = 7;
export const CODE = 10;

/** Where wasm-bindgen's imports come from, and what is said instead. */
export const GLUE = { long: "./web_bg.js", short: "a" };

/** The module with short names, and which name became which. */
export function renamed(module) {
  const imports = new Map();
  const exports = new Map();
  const out = [module.subarray(0, 8)];
  for (const { id, body } of sections(module)) {
    let kept = body;
    if (id === IMPORT) kept = entries(body, (entry) => importOf(entry, imports));
    if (id === EXPORT) kept = entries(body, (entry) => exportOf(entry, exports));
    out.push(Buffer.from([id]), number(kept.length), kept);
  }
  return { bytes: Buffer.concat(out), imports, exports };
}

/** What a module is made of. */
export function sections(module) {
  const found = [];
  for (const reader = new Reader(module, 8); reader.at < module.length; ) {
    found.push({ id: reader.byte(), body: reader.take(reader.number()) });
  }
  return found;
}

function entries(body, rewrite) {
  const reader = new Reader(body, 0);
  const count = reader.number();
  const out = Array.from({ length: count }, () => rewrite(reader));
  return Buffer.concat([number(count), ...out.flat()]);
}

function importOf(reader, imports) {
  const [module, name, kind] = [reader.text(), reader.text(), reader.byte()];
  if (module !== GLUE.long || kind !== 0) throw new Error(`${module} gives ${name}, no function of ours`);
  imports.set(name, letters(imports.size));
  return [text(GLUE.short), text(imports.get(name)), Buffer.from([kind]), number(reader.number())];
}

function exportOf(reader, exports) {
  const [name, kind] = [reader.text(), reader.byte()];
  exports.set(name, letters(exports.size));
  return [text(exports.get(name)), Buffer.from([kind]), number(reader.number())];
}

/** a, b … z, aa, ab … */
function letters(count) {
  const last = String.fromCharCode(97 + (count % 26));
  return count < 26 ? last : letters(Math.floor(count / 26) - 1) + last;
}

/** In LEB128. */
export function number(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value >>>= 7;
  } while (value > 0);
  return Buffer.from(out);
}

export function text(name) {
  return Buffer.concat([number(name.length), Buffer.from(name)]);
}

/** Walks over a module. */
export class Reader {
  constructor(bytes, at) {
    Object.assign(this, { bytes, at });
  }

  byte() {
    return this.bytes[this.at++];
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  number() {
    for (let value = 0, shift = 0; ; shift += 7) {
      const byte = this.byte();
      value |= (byte & 127) << shift;
      if (byte < 128) return value >>> 0;
    }
  }

  text() {
    return this.take(this.number()).toString();
  }
}
