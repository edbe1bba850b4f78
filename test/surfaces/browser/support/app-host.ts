import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cleanEnvironment, programs, root } from "@emberline/test-support/programs";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Browser, BrowserContextOptions, Frame, Page } from "playwright-core";
import { rolldown } from "rolldown";
import type {} from "./app-host-page.ts";

const pageMimeType = "text/html;profile=mcp-app";
const origin = "http://host.test";

/** What a host must use if the resource declares no domains (SEP-1865, 2026-01-26). */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

/** A client that shows pages, of the program. */
export async function connectAppClient(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Client> {
  const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: [pageMimeType] } };
  const client = new Client({ name: "tests", version: "0" }, { capabilities: { extensions } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(root, programs.mcp), ...args],
      env: cleanEnvironment(env),
      stderr: "ignore",
    }),
  );
  return client;
}

export interface OpenedApp {
  /** The host's page. */
  readonly page: Page;
  /** The page of the answer in it. */
  readonly frame: Frame;
  readonly answer: Record<string, unknown>;
  /** Errors in the console, and requests to anywhere. */
  readonly faults: string[];
  /** Names of the tools that the page called. */
  readonly calls: string[];
  close(): Promise<void>;
}

/** Calls a tool and shows its page as a host does: in a sandbox, with the policy of the page. */
export async function openApp(
  browser: Browser,
  client: Client,
  { tool, args, context }: { tool: string; args: object; context?: McpUiHostContext },
  options: BrowserContextOptions,
): Promise<OpenedApp> {
  const { tools } = await client.listTools();
  const { ui } = tools.find(({ name }) => name === tool)!._meta as { ui: { resourceUri: string } };
  const { contents } = await client.readResource({ uri: ui.resourceUri });
  const [content] = contents as { text: string }[];
  const result = await client.callTool(
    { name: tool, arguments: { ...args } },
    { timeout: 120_000 },
  );

  const browserContext = await browser.newContext(options);
  const page = await browserContext.newPage();
  const faults: string[] = [];
  const calls: string[] = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(error.message));
  await page.route("**", (route) => {
    if (route.request().url() === `${origin}/`)
      return route.fulfill({ contentType: "text/html", body: hostPage });
    faults.push(`asked ${route.request().url()}`);
    return route.abort();
  });
  await page.exposeFunction("callServer", (name: string, given: Record<string, unknown>) => {
    calls.push(name);
    return client.callTool({ name, arguments: given }, { timeout: 120_000 });
  });
  await page.goto(`${origin}/`);
  await page.addScriptTag({ content: await hostScript(), type: "module" });
  await page.waitForFunction(() => "openApp" in window);
  const html = content!.text.replace(
    "<head>",
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
  const opening: unknown = {
    html,
    args: { ...args },
    result,
    context: {
      theme: "light",
      displayMode: "inline",
      availableDisplayModes: ["inline", "fullscreen"],
      ...context,
    },
  };
  await page.evaluate((given: unknown) => window.openApp(given as never), opening);
  const frame = page.frames().find((each) => each !== page.mainFrame())!;
  return {
    page,
    frame,
    answer: result.structuredContent as Record<string, unknown>,
    faults,
    calls,
    close: () => browserContext.close(),
  };
}

const hostPage = `<!doctype html><html lang="en"><head><title>A conversation</title><style>
body { margin: 0; font-family: sans-serif } iframe { display: block; width: 100%; height: 400px; border: 0 }
body.fullscreen iframe { position: fixed; inset: 0; height: 100% }
</style></head><body><iframe title="The answer" sandbox="allow-scripts"></iframe></body></html>`;

let built: Promise<string> | undefined;

/** The host's script as one file. */
function hostScript(): Promise<string> {
  built ??= (async () => {
    const input = fileURLToPath(new URL("app-host-page.ts", import.meta.url));
    const bundle = await rolldown({ input, platform: "browser", logLevel: "silent" });
    const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
    return output[0].code;
  })();
  return built;
}
