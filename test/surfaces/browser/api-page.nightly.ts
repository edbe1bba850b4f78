import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { desktop, launch, openPath, phone, takePicture } from "./support/pages.ts";

const run = promisify(execFile);

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** An operation, such as `POST /tools/find_place`. */
const operationOf = (page: Page, name: string) =>
  page.locator(".operation").filter({ has: page.getByRole("heading", { name, exact: false }) });

/** Sends what an open operation has. */
async function sendFrom(operation: Locator): Promise<{ status: string; answer: string }> {
  await operation.getByRole("button", { name: "Send" }).click();
  await operation.getByText(/ ms · /).waitFor();
  return {
    status: await operation.getByRole("status").first().innerText(),
    answer: await operation.locator("pre").first().innerText(),
  };
}

/** Opens the operation of a tool and sends its first example. */
async function send(page: Page, tool: string) {
  const operation = operationOf(page, `POST /tools/${tool}`);
  await operation.locator("summary").first().click();
  return sendFrom(operation);
}

const openDocs = (url: string, options: BrowserContextOptions) =>
  openPath(browser, url, "/docs/api", options);

test("the page lists every tool, and its first example is answered, without another host", async () => {
  const { page, faults, close } = await openDocs(server.url, desktop);
  await page.locator(".operation").first().waitFor();
  const listed = (await (await fetch(`${server.url}/tools`)).json()) as {
    tools: { name: string }[];
  };
  const names = await page.locator(".operation h4 code").allInnerTexts();
  for (const { name } of listed.tools) assert.ok(names.includes(`POST /tools/${name}`), name);
  const { status, answer } = await send(page, "query_features");
  assert.match(status, /^200/);
  const { rows } = JSON.parse(answer) as { rows: unknown[] };
  assert.equal(rows.length, 3);
  const operation = operationOf(page, "POST /tools/query_features");
  const [, second] = await operation.getByLabel("Example").locator("option").allInnerTexts();
  await operation.getByLabel("Example").selectOption(second!);
  const next = await sendFrom(operation);
  assert.match(next.status, /^200/, "another call is not a repetition of the first");
  // The command is the call.
  const command = await operation.locator("pre").last().innerText();
  const { stdout } = await run("sh", ["-c", command.replace("curl", "curl -s")]);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(next.answer));
  await takePicture(page, "api", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing with a ${colorScheme} theme, closed, open and with an answer`, async () => {
    const { page, close } = await openDocs(server.url, { ...desktop, colorScheme });
    await page.locator(".operation").first().waitFor();
    assert.deepEqual(await axeFindings(page), []);
    await send(page, "query_features");
    await operationOf(page, "GET /tools/{name}").locator("summary").first().click();
    await page.getByText("Parameters (6)").click();
    assert.deepEqual(await axeFindings(page), []);
    await takePicture(page, `api-open-${colorScheme}`, { fullPage: true });
    await close();
  });
}

test("a picture is shown, and numbers stand as they were written", async () => {
  const { page, faults, close } = await openDocs(server.url, desktop);
  await page.route("**/tools/find_place", (route) =>
    route.fulfill({
      contentType: "application/json",
      body: '{"a":[9007199254740993,"],}"],"b":{},"c":{"d":"\\"{"}}',
    }),
  );
  const { answer } = await send(page, "find_place");
  const lines = [
    "{",
    '  "a": [9007199254740993,"],}"],',
    '  "b": {},',
    '  "c": {',
    '    "d": "\\"{"',
    "  }",
    "}",
  ];
  assert.equal(answer, lines.join("\n"));
  const operation = operationOf(page, "POST /tools/show_map");
  await operation.locator("summary").first().click();
  await operation.getByLabel("Answer as").selectOption("image/png");
  await operation.getByRole("button", { name: "Send" }).click();
  await operation.getByRole("img").waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("at 360 pixels with a dark theme nothing overflows", async () => {
  const { page, faults, close } = await openDocs(server.url, phone);
  await page.locator(".operation").first().waitFor();
  const { status } = await send(page, "find_place");
  assert.match(status, /^200/);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red] = background.match(/\d+/g)!.map(Number);
  assert.ok(red! < 60, background);
  await takePicture(page, "api-phone", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("the embedded service has its own document, whose operations go to the service", async () => {
  const { page, faults, close } = await openDocs(server.url, desktop);
  await page.getByRole("link", { name: "Service", exact: true }).click();
  const issue = operationOf(page, "POST /v1/token");
  await issue.locator("summary").first().click();
  const [, id, secret] = /client id +(\S+)\s+client secret +(\S+)/.exec(server.output())!;
  const account = JSON.stringify({ client_id: id, client_secret: secret });
  await issue.getByLabel("Body, as JSON").fill(account);
  const { access_token: token } = JSON.parse((await sendFrom(issue)).answer);
  await page.getByLabel(/^Bearer token/).fill(token);
  const items = operationOf(page, "hotspots/items Features");
  await items.locator("summary").first().click();
  await items.getByLabel("limit").fill("2");
  await items.getByLabel("bbox in").fill("-180,-90,180,90");
  assert.equal(JSON.parse((await sendFrom(items)).answer).features.length, 2);
  assert.ok(!(await items.locator("pre").last().innerText()).includes(token));
  await takePicture(page, "api-service");
  assert.deepEqual(faults, []);
  await page.getByRole("link", { name: "Browse its pages" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`the document of the service fits 320 pixels with a ${colorScheme} theme`, async () => {
    const { page, faults, close } = await openPath(browser, server.url, "/docs?of=service", {
      viewport: { width: 320, height: 640 },
      colorScheme,
    });
    const operation = operationOf(page, "hotspots/items Features");
    await operation.locator("summary").first().click();
    await operation.getByText("Only features that intersect the box").waitFor();
    await takePicture(page, `api-service-320-${colorScheme}`, { fullPage: true });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("a server with keys asks for one, says which is wrong, and sends it with each call", async () => {
  const key = "first-key-9d2-of-some-length";
  const guarded = await startServerProcess([], { env: { EMBERLINE_API_KEYS: key } });
  const { page, faults, close } = await openDocs(guarded.url, desktop);
  await page.getByLabel("Key", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.getByText(/A key is needed/).waitFor();
  // The browser logs the refusal.
  assert.equal(faults.length, 1);
  await page.getByLabel("Key", { exact: true }).fill(key);
  await page.getByRole("button", { name: "Use this key" }).click();
  await page.locator(".operation").first().waitFor();
  const { status } = await send(page, "list_collections");
  assert.match(status, /^200/);
  assert.equal(faults.length, 1);
  assert.ok(!page.url().includes(key));
  await close();
  await guarded.stop();
});
