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

/**
 * The entry in the MCP Registry, for `server.json`. It has no `remotes`, since those are public
 * addresses: an operator with one publishes an entry of its own.
 */
export function serverJson({ mcpName, version, name, homepage }: Manifest) {
  return {
    $schema: schema,
    name: mcpName,
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
    packages: [
      {
        registryType: "npm",
        registryBaseUrl: "https://registry.npmjs.org",
        identifier: name,
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
      },
    ],
  };
}
