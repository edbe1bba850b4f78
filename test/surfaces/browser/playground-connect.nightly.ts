import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Browser } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { desktop, launch, openPath, phone, takePicture } from "./support/pages.ts";

/* The header, and the tab that connects a client of one's own. */

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test("each client has a text with the server's address, which it copies, and is tried from here", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/#/connect", {
    ...desktop,
    ...clipboard,
  });
  const links = page.getByRole("navigation", { name: "Clients" }).getByRole("link");
  const names = await links.allTextContents();
  assert.deepEqual(names, [
    ...["Claude Code", "Claude Desktop", "VS Code", "Cursor", "Goose", "Codex", "ChatGPT"],
    ...["OpenAI", "Anthropic", "Gemini", "Vercel AI SDK", "LangChain", "curl"],
  ]);
  for (const name of names) {
    await links.getByText(name, { exact: true }).click();
    await page.getByRole("heading", { name, exact: true }).waitFor();
    const text = (await page.locator(".snippet pre").first().textContent())!;
    assert.ok(text.includes(server.url), name);
    await page.getByRole("button", { name: "Copy" }).first().click();
    await page.getByText("Copied.").waitFor({ state: "attached" });
    await eventually(async () =>
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text),
    );
    await page.getByRole("button", { name: "Test it" }).click();
    await page
      .locator(".connect-good")
      .getByText(/answered initialize|schemas were read/)
      .waitFor();
    await page.getByText(/tools take [\d,]+ tokens/).waitFor();
  }
  assert.deepEqual(await axeFindings(page), []);
  await takePicture(page, "playground-connect");
  assert.deepEqual(faults, []);
  await close();
});

test("a client that does not exist is said, and the others are offered", async () => {
  const { page, faults, close } = await openPath(browser, server.url, "/#/connect/emacs", desktop);
  await page.getByRole("alert").getByText('There is no client "emacs" here').waitFor();
  await page.getByRole("heading", { name: "Claude Code", exact: true }).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the header says that the data is synthetic, and how much there is", async () => {
  const { page, close } = await openPath(browser, server.url, "/#/connect", desktop);
  const { collections } = (await (
    await fetch(`${server.url}/tools/list_collections`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    })
  ).json()) as { collections: { id: string; newest: string }[] };
  const { newest } = collections.find(({ id }) => id === "svc:hotspots")!;
  const summary = await fetch(`${server.url}/tools/summarize_features`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ collection: "svc:hotspots" }),
  });
  const { matched } = (await summary.json()) as { matched: number };
  const day = new Date(newest).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
  const chip = page.locator(".status");
  await eventually(async () =>
    assert.equal(
      await chip.innerText().then((text) => text.replace(/\s+/g, " ").trim()),
      `synthetic data · ${matched.toLocaleString("en")} detections · newest ${day}`,
    ),
  );
  await close();
});

test("Share copies a link to what is shown, which runs in another profile", async () => {
  const first = await openPath(browser, server.url, "/#/tools/find_place?name=La%20Pine", {
    ...desktop,
    ...clipboard,
  });
  await first.page.getByText("La Pine").first().waitFor();
  await first.page.locator(".drawer").getByText("Deschutes County").first().waitFor();
  await first.page.getByRole("button", { name: "Share" }).click();
  await first.page.getByText("The link is copied.").waitFor({ state: "attached" });
  const link = await first.page.evaluate(() => navigator.clipboard.readText());
  await first.close();
  assert.ok(link.startsWith(`${server.url}/#/tools/find_place?name=La%20Pine`), link);
  const second = await openPath(browser, server.url, link.slice(server.url.length), desktop);
  await second.page.locator(".drawer").getByText("Deschutes County").first().waitFor();
  assert.deepEqual(second.faults, []);
  await second.close();
});

test("the theme is the system's, then light, then dark, and survives a reload", async () => {
  const { page, close } = await openPath(browser, server.url, "/#/connect", {
    ...desktop,
    colorScheme: "dark",
  });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  await eventually(async () => assert.equal(await theme(), "dark"));
  await page.getByRole("button", { name: "Theme: auto" }).click();
  await eventually(async () => assert.equal(await theme(), "light"));
  await page.reload();
  await page.getByRole("button", { name: "Theme: light" }).click();
  await eventually(async () => assert.equal(await theme(), "dark"));
  assert.deepEqual(await axeFindings(page), []);
  await close();
});

for (const width of [1280, 360, 320]) {
  test(`at ${width} pixels nothing on the tab overflows`, async () => {
    const { page, faults, close } = await openPath(browser, server.url, "/#/connect/openai", {
      viewport: { width, height: 740 },
    });
    await page.getByRole("heading", { name: "OpenAI", exact: true }).waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px`);
    await takePicture(page, `playground-connect-${width}`);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("the header shows each live feed with what it covers, its last complete reading and its state", async (t) => {
  const env = Object.fromEntries(
    ["FIRMS", "WFIGS", "FEDS"].map((name) => [`EMBERLINE_${name}_URL`, "http://127.0.0.1:1/"]),
  );
  const live = await startServerProcess(["--live"], { env });
  t.after(() => live.stop());
  const { page, faults, close } = await openPath(browser, live.url, "/#/ask", phone);
  const chip = page.getByRole("button", { name: /^live data/ });
  await eventually(async () => {
    await page.reload();
    assert.match((await chip.getAttribute("title"))!, /^live data · 0 of \d+ feeds current/);
    await chip.click();
    await page
      .getByRole("region", { name: "Live feeds" })
      .getByRole("listitem")
      .filter({ hasText: "WFIGS" })
      .filter({ hasText: /failing.*United States.*never read completely/ })
      .waitFor({ timeout: 2000 });
  });
  assert.deepEqual(await axeFindings(page), []);
  await takePicture(page, "playground-feeds");
  assert.deepEqual(faults, []);
  await close();
});
