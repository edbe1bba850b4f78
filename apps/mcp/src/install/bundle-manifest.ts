import { listing, serverInfo, settings } from "@emberline/mcp-server/program";
import type { Switch, ValueSetting } from "@emberline/settings";
import { describe, type Field, fields } from "./form.ts";
import type { Manifest } from "./manifest.ts";

const repository = "https://github.com/emberline/emberline";
const program = "dist/emberline-mcp.js";

/**
 * The manifest of the bundle (MCPB, manifest version 0.3) that desktop clients install with one
 * click. With no field filled in, the server answers from its sample of real fires.
 */
export function bundleManifest(manifest: Manifest) {
  const { version, description, title } = serverInfo(manifest.version);
  return {
    manifest_version: "0.3",
    name: manifest.name,
    display_name: "Emberline",
    version,
    description: title,
    long_description: `${description} Without settings it answers from a small sample of real fires; turn on the fires of today, choose a folder with data, or name a service.`,
    author: { name: "The Emberline maintainers", url: repository },
    repository: { type: "git", url: manifest.repository.url },
    homepage: manifest.homepage,
    documentation: manifest.homepage,
    support: manifest.bugs,
    license: manifest.license,
    icon: "icon.png",
    keywords: ["fire", "wildfire", "satellite", "map", "geospatial"],
    privacy_policies: [
      `${repository}/tree/main/apps/mcp#privacy`,
      // Whom the fires of today are asked from.
      "https://www.nasa.gov/privacy/",
    ],
    compatibility: {
      platforms: ["darwin", "win32", "linux"],
      runtimes: { node: manifest.engines.node },
    },
    server: {
      type: "node",
      entry_point: program,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${program}`, "--embedded-by-default"],
        env: Object.fromEntries(
          fields.map(({ name, variable }) => [variable, `\${user_config.${name}}`]),
        ),
      },
    },
    user_config: Object.fromEntries(fields.map((field) => [field.name, configOf(field)])),
    tools: listing.map(({ name, description }) => ({ name, description })),
    prompts_generated: true,
  };
}

const types = {
  text: "string",
  number: "number",
  "yes-or-no": "boolean",
  file: "file",
  folder: "directory",
} as const satisfies Record<Field["kind"], string>;

function configOf(field: Field) {
  const { kind, title, isSecret } = field;
  // Where nothing is required, a setting that the program needs in other places has no remark.
  const unset = field.unset?.startsWith("required") ? undefined : field.unset;
  return {
    type: types[kind],
    title,
    description: withTitles(describe({ ...field, unset })),
    required: false,
    ...(isSecret && { sensitive: true }),
    ...defaultOf(kind, field.default),
  };
}

/** The text with titles of fields in place of options and variables, which no form shows. */
function withTitles(text: string): string {
  return fields
    .reduce(
      (text, { variable, title }) => text.replaceAll(variable, `“${title}”`),
      text.replaceAll(/--([\w-]+)/g, (option, name) => variableOf(name) ?? option),
    )
    .replaceAll("”=", "” ");
}

function variableOf(option: string): string | undefined {
  const options = Object.values<ValueSetting | Switch>(settings);
  return options.find((setting) => setting.option === option)?.variable;
}

/** Without a default, clients pass an empty field on as its placeholder. */
function defaultOf(kind: Field["kind"], given: string | undefined) {
  if (kind === "yes-or-no") return { default: false };
  if (kind === "number") return given === undefined ? {} : { default: Number(given) };
  return kind === "text" ? { default: given ?? "" } : {};
}
