import { servicePath } from "./embedded-service.ts";
import type { Settings } from "./read-settings.ts";
import type { Upstream } from "./upstream.ts";

/**
 * The start-up lines: addresses, and how to connect.
 *
 * @param listening where the server listens, for example `http://127.0.0.1:3000`
 */
export function banner(
  listening: string,
  { embedded, notices }: Upstream,
  {
    publicUrl,
    openService,
    apiKeys,
    grants,
    embedded: { clientSecret, adminKey },
  }: Pick<Settings, "publicUrl" | "openService" | "apiKeys" | "grants" | "embedded">,
): string {
  const origin = publicUrl ?? listening;
  const hasKeys = apiKeys.length > 0 || grants.some(({ keyDigest }) => keyDigest);
  const rows: [string, string][] = [
    ...(publicUrl === undefined ? [] : [["Listening", listening] satisfies [string, string]]),
    ["Playground", `${origin}/`],
    ["MCP", `${origin}/mcp`],
    ["Tools", `${origin}/tools`],
  ];
  if (embedded) {
    const service = openService ? origin + servicePath : embedded.baseUrl;
    // Secrets that the operator chose are known, and stay out of logs.
    rows.push(["Service", service], ["  client id", embedded.clientId]);
    if (clientSecret === undefined) rows.push(["  client secret", embedded.clientSecret]);
    rows.push(["  settings", `${service}/settings/api-clients`]);
    if (adminKey === undefined) rows.push(["  password", embedded.adminKey]);
  }
  const key = hasKeys ? ' --header "Authorization: Bearer KEY"' : "";
  const headers = hasKeys ? { headers: { Authorization: "Bearer KEY" } } : {};
  const vsCode = JSON.stringify({
    name: "emberline",
    type: "http",
    url: `${origin}/mcp`,
    ...headers,
  });
  const curlKey = hasKeys ? ' -H "Authorization: Bearer KEY"' : "";
  const connect: [string, string][] = [
    ["Claude", `claude mcp add --transport http emberline ${origin}/mcp${key}`],
    ["VS Code", `code --add-mcp '${vsCode}'`],
    [
      "curl",
      `curl${curlKey} -H 'Content-Type: application/json' -d '{"collection":"svc:hotspots"}' ${origin}/tools/query_features`,
    ],
  ];
  const lines = [...[...(embedded?.lines ?? []), ...notices].map((line) => `  ${line}`)];
  return ["", align(rows), "", align(connect), "", ...lines, "", ""]
    .join("\n")
    .replace(/\n{3,}/g, "\n\n");
}

function align(rows: readonly [string, string][]): string {
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, text]) => `  ${label.padEnd(width)}  ${text}`).join("\n");
}
