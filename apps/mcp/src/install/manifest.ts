/** What the entries of catalogues take from package.json. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  /** The name in the MCP Registry. */
  readonly mcpName: string;
  readonly license: string;
  readonly homepage: string;
  readonly bugs: string;
  readonly repository: { readonly url: string };
  readonly engines: { readonly node: string };
}
