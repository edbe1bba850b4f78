#!/usr/bin/env node
import { parseArgs } from "node:util";
import { chooseTools, operatorContext } from "@emberline/tools";
import { openExportFolder, pngPictures, positiveFromEnvironment } from "@emberline/tools/node";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { listing } from "./listing.ts";
import { serverFactory } from "./server-factory.ts";
import { openUpstream } from "./upstream.ts";
import { version } from "./version.ts";

const usage = `emberline-mcp ${version}: tools for questions about fires, over MCP on stdio

  emberline-mcp                   use the service that EMBERLINE_BASE_URL, EMBERLINE_CLIENT_ID
                                  and EMBERLINE_CLIENT_SECRET name
  emberline-mcp --embedded        try it without an account, on synthetic data
  emberline-mcp --embedded DIR    the same, on the data files in DIR
  --toolsets core,analysis,output --tools NAME,… --exclude-tools NAME,…
                                  which tools to offer (default all), or EMBERLINE_TOOLSETS,
                                  EMBERLINE_TOOLS, EMBERLINE_EXCLUDE_TOOLS
  --export-dir DIR                let export_features write files into DIR, or EMBERLINE_EXPORT_DIR;
                                  at most EMBERLINE_EXPORT_MAX_MB of them (default 2000)
  EMBERLINE_ROLES                 JSON that names the property of a role by collection, such as
                                  {"svc:hotspots": {"strength": "power_mw"}}
  EMBERLINE_GEOCODER_URL          a geocoder for places that the offline gazetteer lacks; with
                                  EMBERLINE_GEOCODER_STYLE (nominatim, photon), EMBERLINE_GEOCODER_CONTACT
  emberline-mcp --help, --version
`;

/** stdout belongs to the protocol: whatever there is to say goes to stderr. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      embedded: { type: "boolean" },
      toolsets: { type: "string" },
      tools: { type: "string" },
      "exclude-tools": { type: "string" },
      "export-dir": { type: "string" },
      help: { type: "boolean" },
      version: { type: "boolean" },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stderr.write(usage);
  if (values.version) return void process.stderr.write(`${version}\n`);
  if (positionals.length > (values.embedded ? 1 : 0)) {
    throw new Error(
      `unexpected argument ${JSON.stringify(positionals.at(-1))}: a data folder goes after --embedded`,
    );
  }
  const { env } = process;
  const tools = chooseTools(listing, {
    toolsets: values.toolsets ?? env.EMBERLINE_TOOLSETS,
    tools: values.tools ?? env.EMBERLINE_TOOLS,
    excludeTools: values["exclude-tools"] ?? env.EMBERLINE_EXCLUDE_TOOLS,
  });
  const exportDir = values["export-dir"] ?? env.EMBERLINE_EXPORT_DIR;
  const maxMb = positiveFromEnvironment(env, "EMBERLINE_EXPORT_MAX_MB");
  const exports = exportDir ? await openExportFolder(exportDir, { maxMb }) : undefined;
  const { client, notices } = await openUpstream(
    env,
    values.embedded ? { data: positionals[0] } : undefined,
  );
  const context = {
    client,
    now: Date.now,
    notices,
    ...operatorContext(env),
    pictures: pngPictures,
    ...(exports ? { exports } : {}),
  };
  const factory = serverFactory({
    tools: tools.map(({ toolset: _, ...description }) => description),
    call: async (name, input, own) => {
      const { call } = await import("./calls.ts");
      return call(name, input, { ...context, ...own });
    },
    version,
  });
  const connection = serveStdio(factory, {
    onerror: (error) => process.stderr.write(`emberline-mcp: ${error.message}\n`),
  });
  const stop = () => void connection.close().finally(() => process.exit(0));
  process.on("SIGINT", stop).on("SIGTERM", stop);
}

main().catch((error: unknown) => {
  process.stderr.write(
    `emberline-mcp: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 1;
});
