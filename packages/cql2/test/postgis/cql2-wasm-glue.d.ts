declare module "cql2-wasm/cql2_wasm_bg.js" {
  export function parseText(source: string): { to_sql(): string };
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void;
}
