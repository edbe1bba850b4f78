import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

interface Cql2Wasm {
  parseText(source: string): { to_sql(): string };
  __wbg_set_wasm(exports: WebAssembly.Exports): void;
}

/** `cql2-wasm`, whose own entry imports a `.wasm` file as a module, which Node 20 does not. */
export async function loadCql2Wasm(): Promise<Cql2Wasm> {
  const { resolve } = createRequire(import.meta.url);
  const glue = resolve("cql2-wasm/cql2_wasm_bg.js");
  const module = (await import(pathToFileURL(glue).href)) as Cql2Wasm;
  const bytes = readFileSync(resolve("cql2-wasm/cql2_wasm_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, {
    "./cql2_wasm_bg.js": module as unknown as WebAssembly.ModuleImports,
  });
  module.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return module;
}
