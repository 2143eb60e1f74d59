// wasm-bindgen's glue, joined to a module whose names were made short.

import { GLUE } from "./module.mjs";

/** The glue with the module's new names and one way to start. */
export function joined(glue, imports, exports) {
  const found = new Set();
  const names = glue
    .replace(/^( {8})(\w+)(?=: function)/gm, (all, indent, name) => {
      found.add(name);
      return indent + (imports.get(name) ?? fail(`the wasm does not import ${name}`));
    })
    .replace(/\bwasm\.(\w+)/g, (all, name) => {
      return `wasm.${exports.get(name) ?? fail(`the wasm does not export ${name}`)}`;
    });
  const lacking = [...imports.keys()].find((name) => !found.has(name));
  if (lacking) fail(`the glue has no ${lacking}`);
  const [kept, rest] = names.split("async function __wbg_load(");
  if (!rest || !kept.includes(`"${GLUE.long}"`)) fail("the glue has another form");
  const start = `export default async ({ module_or_path }) => {
    const imports = __wbg_get_imports();
    const { instance, module } = await WebAssembly.instantiate(module_or_path, imports);
    return __wbg_finalize_init(instance, module);
  };`;
  return kept.replace(GLUE.long, GLUE.short) + start;
}

function fail(sentence) {
  throw new Error(sentence);
}
