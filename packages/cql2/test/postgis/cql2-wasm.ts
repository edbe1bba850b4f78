/// <reference path="./cql2-wasm-glue.d.ts" />
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import * as glue from "cql2-wasm/cql2_wasm_bg.js";

/** `cql2-wasm`, whose own entry imports a `.wasm` file as a module, which Node 20 does not. */
export async function loadCql2Wasm(): Promise<typeof glue> {
  const { resolve } = createRequire(import.meta.url);
  const { instance } = await WebAssembly.instantiate(
    readFileSync(resolve("cql2-wasm/cql2_wasm_bg.wasm")),
    { "./cql2_wasm_bg.js": glue as unknown as WebAssembly.ModuleImports },
  );
  glue.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  return glue;
}
