import assert from "node:assert/strict";
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { appInProcess, origin } from "@emberline/test-served/in-process";
import {
  type Answer,
  httpTools,
  mcpHttp,
  mcpStdio,
  olderMcpHttp,
  type Surface,
} from "@emberline/test-served/surfaces";
import { fixtures, type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { recordsOf } from "@emberline/test-support/records";

const surfaces: Surface[] = [];

let service: ServerProcess;
let server: ServerProcess;
let appFetch: Awaited<ReturnType<typeof appInProcess>>;
let exportFolder: string;

before(async () => {
  appFetch = await appInProcess();
  exportFolder = await realpath(await mkdtemp(join(tmpdir(), "emberline-every-tool-")));
  const withFolder = { EMBERLINE_EXPORT_DIR: exportFolder };
  // The same again with the service in another process, over real
  // HTTP instead of a fetch handed in.
  const demo = { EMBERLINE_CLIENT_ID: "demo", EMBERLINE_CLIENT_SECRET: "demo-secret-5c1" };
  service = await startServerProcess(["--data", fixtures], { env: demo });
  const env = { ...demo, EMBERLINE_BASE_URL: `${service.url}/service` };
  const [stdio, stdioElsewhere, started] = await Promise.all([
    mcpStdio(["--embedded", fixtures, "--export-dir", exportFolder]),
    mcpStdio([], { env: { ...env, ...withFolder } }),
    startServerProcess([], { env }),
  ]);
  server = started;
  surfaces.push(
    await mcpHttp(origin, appFetch),
    await olderMcpHttp(origin, appFetch),
    stdio,
    httpTools(origin, appFetch),
    elsewhere(await mcpHttp(server.url)),
    elsewhere(stdioElsewhere),
    elsewhere(httpTools(server.url)),
  );
});

after(async () => {
  await Promise.all(surfaces.map((surface) => surface.close()));
  await server?.stop();
  await service?.stop();
  await rm(exportFolder, { recursive: true });
});

function elsewhere(surface: Surface): Surface {
  return { ...surface, name: `${surface.name}, service in another process` };
}

/** The same expectations on all seven surfaces: one case of every tool. */
export function onEverySurface(name: string, body: (surface: Surface) => Promise<void>) {
  onSurfaces(name, () => surfaces, body);
}

/** Details of a tool, over MCP and over HTTP in this process. */
export function onBothKinds(name: string, body: (surface: Surface) => Promise<void>) {
  onSurfaces(name, () => [surfaces[0]!, surfaces[3]!], body);
}

function onSurfaces(
  name: string,
  chosen: () => readonly Surface[],
  body: (surface: Surface) => Promise<void>,
) {
  test(name, async (t) => {
    for (const surface of chosen()) await t.test(surface.name, () => body(surface));
  });
}

export const ids = (answer: Answer): unknown[] => column(answer, "id");

export const column = (answer: Answer, name: string): unknown[] =>
  recordsOf(answer).map((record) => record[name]);

/** The file of an export, by its path or by its URL. */
export async function exportedText({ url, path }: Answer): Promise<string> {
  if (path !== undefined) {
    assert.ok(path.startsWith(exportFolder));
    return readFile(path, "utf8");
  }
  const response = await (url.startsWith(origin) ? appFetch : fetch)(url);
  assert.equal(response.status, 200);
  return response.text();
}
