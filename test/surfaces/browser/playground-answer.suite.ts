import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import type { Browser, BrowserContextOptions, Locator, Page } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { launch, openPath, takePicture } from "./support/pages.ts";

const wide = { viewport: { width: 1440, height: 900 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const query = { collection: "svc:hotspots", near: "Chester, California", time: "last 7 days" };

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

/** A link that runs, opened, with its answer shown. */
async function openLink(
  tool: string,
  args: Readonly<Record<string, string>>,
  options: BrowserContextOptions = wide,
) {
  const opened = await openPath(browser, server.url, linkOf(tool, args), options);
  await opened.page.locator(".headline").first().waitFor();
  return opened;
}

function linkOf(tool: string, args: Readonly<Record<string, string>>): string {
  return `/#/tools/${tool}?${new URLSearchParams(args)}`;
}

/** What the server itself answers. */
async function answerOf(tool: string, args: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${server.url}/tools/${tool}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(args),
  });
  return response.json();
}

/** The cells of the rows in the page, by the head of their column. */
async function column(page: Page, head: string): Promise<string[]> {
  const heads = await page.locator(".rows-panel thead th").allInnerTexts();
  const at = heads.findIndex((text) => text.startsWith(head)) + 1;
  assert.ok(at > 0, `no column ${head} in ${heads.join("; ")}`);
  return page.locator(`.rows-panel tbody tr td:nth-child(${at})`).allInnerTexts();
}

/** Reads the CPU time of the page's main thread in milliseconds. */
async function cpuTime(page: Page): Promise<() => Promise<number>> {
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1000 * metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
}

test("rows stand under heads with units, sort by a column, and keep the answer's values", async () => {
  const { page, faults, close } = await openLink("query_features", query);
  const { columns, rows } = (await answerOf("query_features", {
    ...query,
    properties: ["frp"],
  })) as { columns: string[]; rows: unknown[][] };
  const powers = rows.map((row) => Number(row[columns.indexOf("frp")]));

  await eventually(async () =>
    assert.deepEqual((await column(page, "FRP, MW")).map(Number), powers),
  );
  const heads = await page.locator(".rows-panel thead th").allInnerTexts();
  assert.match(heads.at(-1)!, /^ID/, "ids come last");
  const sorter = page.getByRole("button", { name: "FRP, MW" });
  await sorter.click();
  await eventually(async () =>
    assert.deepEqual(
      (await column(page, "FRP, MW")).map(Number),
      powers.toSorted((a, b) => a - b),
    ),
  );
  await sorter.click();
  await eventually(async () =>
    assert.deepEqual(
      (await column(page, "FRP, MW")).map(Number),
      powers.toSorted((a, b) => b - a),
    ),
  );
  const sorted = page.locator("th[aria-sort]");
  await eventually(async () => assert.equal(await sorted.getAttribute("aria-sort"), "descending"));
  const time = page.locator(".rows-panel tbody td time").first();
  const cell = time.locator("xpath=..");
  await eventually(async () => assert.match((await cell.getAttribute("title"))!, /^Local time: /));
  assert.deepEqual(faults, []);
  await close();
});

test("pages say where they stand, and a page that was seen is not asked again", async () => {
  const { page, faults, close } = await openLink("query_features", query);
  const { matched } = await answerOf("query_features", query);
  let calls = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/tools/query_features") calls += 1;
  });
  const range = page.locator(".pager .count");
  await eventually(async () => assert.equal(await range.innerText(), `1–20 of ${matched}`));
  const first = await column(page, "ID");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`21–40 of ${matched}`).waitFor();
  const second = await column(page, "ID");
  assert.equal(new Set([...first, ...second]).size, 40);
  await page.getByRole("button", { name: "Previous" }).click();
  await page.getByText(`1–20 of ${matched}`).waitFor();
  await eventually(async () => assert.deepEqual(await column(page, "ID"), first));
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByText(`21–40 of ${matched}`).waitFor();
  await eventually(async () => assert.deepEqual(await column(page, "ID"), second));
  assert.equal(calls, 1, "the second page was asked for once");
  assert.deepEqual(faults, []);
  await close();
});

test("the keyboard alone reaches the tabs, a row and its card", async () => {
  const { page, faults, close } = await openLink("query_features", query);
  const rowsTab = page.getByRole("tab", { name: /^Rows/ });
  await rowsTab.focus();
  for (const name of ["Chart", "JSON", "Trace", "Files"]) {
    await page.keyboard.press("ArrowRight");
    const tab = page.getByRole("tab", { name: new RegExp(`^${name}`) });
    await eventually(async () => assert.equal(await tab.getAttribute("aria-selected"), "true"));
    assert.deepEqual(await axeFindings(page), [], name);
    await takePicture(page, `playground-answer-${name.toLowerCase()}`);
  }
  await page.keyboard.press("ArrowRight");
  await eventually(async () =>
    assert.equal(await rowsTab.getAttribute("aria-selected"), "true", "from the last to the first"),
  );
  const rowAt = (index: number) => page.locator(`.rows-panel tr[aria-rowindex="${index}"]`);
  await rowAt(2).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await eventually(async () => assert.equal(await rowAt(3).getAttribute("aria-selected"), "true"));
  await page.keyboard.press("End");
  await eventually(async () =>
    assert.equal(await rowAt(21).evaluate((row) => row === document.activeElement), true),
  );
  await page.keyboard.press("Escape");
  await eventually(async () =>
    assert.equal(await page.locator("tr[aria-selected='true']").count(), 0),
  );
  assert.deepEqual(faults, []);
  await close();
});

test("1,000 rows are scrolled and reached by keyboard", async (t) => {
  const { page, faults, close } = await openPath(browser, server.url, "/", wide);
  const answer = (await answerOf("query_features", query)) as { rows: unknown[][] };
  const row = answer.rows[0]!;
  const rows = Array.from({ length: 1000 }, (_, i) => [`row-${i}`, ...row.slice(1)]);
  await page.route("**/tools/query_features*", (route) =>
    route.fulfill({ json: { ...answer, rows, matched: 1000, returned: 1000 } }),
  );
  await page.goto(server.url + linkOf("query_features", query));
  const scroller = page.locator(".rows-panel .grid-scroller");
  await page.getByText("row-999").waitFor({ state: "attached" });
  const cpuMs = await cpuTime(page);
  const before = await cpuMs();
  const steps = 240;
  await scroller.evaluate(async (element, count) => {
    for (let step = 0; step < count; step++) {
      element.scrollTop += 120;
      await new Promise<number>(requestAnimationFrame);
    }
  }, steps);
  t.diagnostic(`${(((await cpuMs()) - before) / steps).toFixed(1)} ms of CPU a frame`);
  const isSeen = (name: string) =>
    page.getByText(name, { exact: true }).evaluate((cell) => {
      const { top, bottom } = cell.getBoundingClientRect();
      const frame = cell.closest(".grid-scroller")!.getBoundingClientRect();
      const head = cell.closest("table")!.tHead!.getBoundingClientRect();
      return top >= head.bottom && bottom <= frame.bottom;
    });
  await page.locator(".rows-panel tr[tabindex='0']").focus();
  for (const [key, name] of [
    ["End", "row-999"],
    ["Home", "row-0"],
  ] as const) {
    await page.keyboard.press(key);
    await eventually(async () => assert.equal(await isSeen(name), true));
  }
  assert.deepEqual(faults, []);
  await close();
});

test("JSON is what the server sent, to the letter, with its tokens", async () => {
  const args = { name: "Springfield", limit: "3" };
  const { page, faults, close } = await openPath(browser, server.url, "/", wide);
  const response = page.waitForResponse("**/tools/find_place*");
  await page.goto(server.url + linkOf("find_place", args));
  const sent = await response;
  await page.getByRole("tab", { name: "JSON" }).click();
  assert.equal(await page.locator(".json-text").textContent(), await sent.text());
  const tokens = Number(sent.headers()["emberline-tokens"]);
  await page.getByText(`${tokens.toLocaleString("en")} tokens (o200k)`).waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("a chart of days has the numbers of the answer as text too", async () => {
  const args = { collection: "svc:hotspots", time: "last 7 days", group_by: "day" };
  const { page, faults, close } = await openLink("summarize_features", args);
  await page.getByRole("tab", { name: "Chart" }).click();
  const { rows } = (await answerOf("summarize_features", {
    ...args,
    group_by: ["day"],
  })) as { rows: [string, number][] };
  const texts = await page.locator(".chart table tr").allInnerTexts();
  assert.deepEqual(
    texts.map((text) => text.split(/\s+/)).sort(),
    rows
      .filter(([, count]) => count > 0)
      .map(([day, count]) => [day, String(count)])
      .sort(),
  );
  await eventually(async () => assert.equal(await page.locator(".time-bar").count(), rows.length));
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(faults, []);
  await close();
});

test("while a new call runs the old answer stays, dimmed; its end is said once", async () => {
  const { page, faults, close } = await openLink("query_features", query);
  const old = await page.locator(".headline").innerText();
  const said = page.locator("p[role='status']");
  assert.equal(await said.innerText(), old);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/tools/query_features*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".shown-answer.old").waitFor();
  assert.equal(await page.locator(".headline").innerText(), old);
  await eventually(async () =>
    assert.equal(await page.locator(".drawer").getAttribute("aria-busy"), "true"),
  );
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await eventually(async () =>
    assert.match(await focused(), /Cancel/, "the focus stays on the button"),
  );
  release();
  await page.locator(".shown-answer:not(.old)").waitFor();
  await eventually(async () => assert.match(await focused(), /Run/));
  await eventually(async () =>
    assert.equal(await said.innerText(), await page.locator(".headline").innerText()),
  );
  assert.deepEqual(faults, []);
  await close();
});

test("beside an error the answer before is dimmed, and said to be to other arguments", async () => {
  const { page, close } = await openLink("query_features", query);
  const old = await page.locator(".headline").innerText();
  await page.getByRole("button", { name: "JSON", exact: true }).click();
  await page.getByLabel("Arguments as JSON").fill('{"collection": "svc:hotspots", "sort": "xyz"}');
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".run-error").waitFor();
  await page.locator(".shown-answer.old").waitFor();
  await page.getByText("The answer before, to other arguments:").waitFor();
  assert.equal(await page.locator(".headline").innerText(), old);
  assert.deepEqual(await axeFindings(page, ".pane"), []);
  await takePicture(page, "playground-answer-beside-error");
  await close();
});

test("an empty answer says what was asked, what to try, and that it proves nothing", async () => {
  const args = { collection: "svc:hotspots", near: "0,0", radius_km: "10", time: "last 7 days" };
  const { page, faults, close } = await openLink("query_features", args);
  await eventually(async () =>
    assert.match(
      await page.locator(".headline").innerText(),
      /^No detections within 10 km of 0, 0/,
    ),
  );
  await page.getByText(/^Asked for: /).waitFor();
  await eventually(async () =>
    assert.match(await page.locator(".notice.safety").innerText(), /\bsafe\b/),
  );
  await eventually(async () =>
    assert.ok((await page.getByRole("list", { name: "What to try" }).innerText()).length > 10),
  );
  assert.deepEqual(await axeFindings(page), []);
  await takePicture(page, "playground-answer-empty");
  assert.deepEqual(faults, []);
  await close();
});

test("advice for a model is under how it was found, not among the notices", async () => {
  const { page, faults, close } = await openLink("assess_location", {
    near: "Chester, California",
    radius_km: "80",
    time: "last 7 days",
  });
  const notices = await page.locator(".notice.safety").innerText();
  assert.match(notices, /No detection does not mean safe/);
  assert.doesNotMatch(notices, /Say so to the user/);
  await eventually(async () =>
    assert.equal(await page.getByText("Say so to the user.").isVisible(), false),
  );
  await page.getByText("How it was found").click();
  await eventually(async () =>
    assert.equal(await page.getByText("Say so to the user.").isVisible(), true),
  );
  await page.getByText("POST /tools/assess_location").waitFor();
  assert.deepEqual(await axeFindings(page), []);
  assert.deepEqual(faults, []);
  await close();
});

const screens: readonly (readonly [string, BrowserContextOptions])[] = [
  ["1440-light", wide],
  ["1440-dark", { ...wide, colorScheme: "dark" }],
  ["1280-forced", { viewport: { width: 1280, height: 800 }, forcedColors: "active" }],
  ["1280-still", { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" }],
  ["360-light", phone],
  ["360-dark", { ...phone, colorScheme: "dark" }],
  ["320-light", { viewport: { width: 320, height: 568 }, hasTouch: true }],
  ["740-landscape", { viewport: { width: 740, height: 360 }, hasTouch: true }],
];

for (const [name, options] of screens) {
  test(`the page fits its screen and has no fault of access: ${name}`, async () => {
    const { page, faults, close } = await openLink("query_features", query, options);
    await takePicture(page, `playground-answer-${name}`);
    const over = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    assert.deepEqual(over, [0, 0], "the page itself scrolls in no direction");
    const wider = await page
      .locator(".pane, .column, .drawer-bar, .rows-bar")
      .evaluateAll((parts) =>
        parts
          .filter((part) => part.scrollWidth > part.clientWidth + 1)
          .map((part) => part.className),
      );
    assert.deepEqual(wider, [], "no region scrolls sideways");
    assert.deepEqual(await axeFindings(page), []);
    assert.deepEqual(faults, []);
    await close();
  });
}

test("on a phone the answer is first, and the map a thumbnail that opens and closes", async () => {
  const { page, faults, close } = await openLink("query_features", query, phone);
  const map = page.locator(".map-pane");
  const heightOf = async (part: Locator) => (await part.boundingBox())!.height;
  const open = page.getByRole("button", { name: "Open the map" });
  await open.waitFor();
  assert.ok((await heightOf(map)) <= 120, "the map is a thumbnail");
  assert.ok((await heightOf(page.locator(".column"))) >= 0.6 * 740, "the answer has the screen");
  await page.mouse.click(40, 80);
  await eventually(async () => assert.ok((await heightOf(map)) > 600, "the map has the screen"));
  await takePicture(page, "playground-answer-map-open");
  assert.deepEqual(await axeFindings(page), []);
  const target = (await page.getByRole("button", { name: "Close the map" }).boundingBox())!;
  assert.ok(target.height >= 44 && target.width >= 44);
  await page.keyboard.press("Escape");
  await eventually(async () => assert.ok((await heightOf(map)) <= 120));
  assert.equal(await page.evaluate(() => document.activeElement!.className), "map-door");

  await page.locator(".rows-panel tbody tr").first().click();
  const card = page.locator(".map-card");
  await card.waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  assert.ok((await heightOf(map)) > 600, "the first Escape closes the card alone");
  await page.getByRole("button", { name: "Close the map" }).click();
  await open.waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("the theme follows the system until one is chosen, before anything is painted", async () => {
  const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme);
  const { page, close } = await openPath(browser, server.url, "/", {
    ...wide,
    colorScheme: "dark",
  });
  await eventually(async () => assert.equal(await themeOf(page), "dark"));
  await page.emulateMedia({ colorScheme: "light" });
  await page.locator("html[data-theme='light']").waitFor();
  const early = await page.evaluate(() => {
    const scripts = [...document.head.querySelectorAll("script")];
    return (
      scripts.findIndex(({ src }) => src.endsWith("theme.js")) <
      scripts.findIndex(({ type }) => type === "module")
    );
  });
  assert.ok(early, "the script of the theme blocks the first paint");
  await close();
});
