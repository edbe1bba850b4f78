import { describe, type Field, fields } from "./form.ts";
import type { Manifest } from "./manifest.ts";

const schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
const files = "https://raw.githubusercontent.com/emberline/emberline/main";

const formats = {
  text: "string",
  number: "number",
  "yes-or-no": "boolean",
  file: "filepath",
  folder: "filepath",
} as const satisfies Record<Field["kind"], string>;

/** A public server: its address of MCP, and the name of an entry of its operator's own. */
export interface Remote {
  readonly url: string;
  /** Such as `io.github.OWNER/fires`; default: Emberline's. */
  readonly name?: string | undefined;
}

/**
 * The entry in the MCP Registry, for `server.json`, and with a public server among its `remotes`.
 * An entry under another name has no packages: the registry finds its name in each of them.
 *
 * @throws {Error} when the server's address is not one of HTTPS
 */
export function serverJson({ mcpName, version, name, homepage }: Manifest, remote?: Remote) {
  const { protocol } = new URL(remote?.url ?? homepage);
  if (protocol !== "https:")
    throw new Error(`${remote?.url} is not public: give an address that begins with https://.`);
  return {
    $schema: schema,
    name: remote?.name ?? mcpName,
    title: "Emberline",
    description:
      "Questions about fires: satellite detections, perimeters, forecasts of spread, maps",
    version,
    websiteUrl: homepage,
    repository: {
      url: "https://github.com/emberline/emberline",
      source: "github",
      subfolder: "apps/mcp",
    },
    icons: [
      {
        src: `${files}/apps/playground/public/icon.svg`,
        mimeType: "image/svg+xml",
        sizes: ["any"],
      },
    ],
    ...(remote && { remotes: [{ type: "streamable-http", url: remote.url, headers: [key] }] }),
    packages: remote?.name === undefined ? [npmPackage(name, version)] : [],
  };
}

const key = {
  name: "Authorization",
  description: "Bearer KEY, with a key of the operator, where the server wants one.",
  isRequired: false,
  isSecret: true,
};

function npmPackage(identifier: string, version: string) {
  return {
    registryType: "npm",
    registryBaseUrl: "https://registry.npmjs.org",
    identifier,
    version,
    runtimeHint: "npx",
    transport: { type: "stdio" },
    packageArguments: [{ type: "positional", value: "--embedded-by-default" }],
    environmentVariables: fields.map((field) => ({
      name: field.variable,
      description: describe(field),
      format: formats[field.kind],
      // Without any of them the server answers from its sample of real fires.
      isRequired: false,
      isSecret: field.isSecret,
      ...(field.default !== undefined && { default: field.default }),
      ...(field.choices && { choices: field.choices }),
    })),
  };
}
