import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { eventually } from "@emberline/test-support/eventually";
import { type ServerProcess, startServerProcess } from "@emberline/test-support/programs";
import { startProxy } from "@emberline/test-support/proxy";
import type { Browser, BrowserContextOptions, Page, Request } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { mapDraws } from "./support/marks.ts";
import { launch, openPath, takePicture } from "./support/pages.ts";

type Arguments = Readonly<Record<string, unknown>>;

const wide = { viewport: { width: 1440, height: 900 } };
/** On a busy machine; a test that fails waits as long. */
const patienceMs = 120_000;
const collection = "svc:hotspots";
const near = "Chester, California";

let server: ServerProcess;
let browser: Browser;

before(async () => {
  // The map has tests of its own; without WebGL it costs the CPU less.
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

interface Sent {
  readonly tool: string;
  readonly args: unknown;
}

/** A page of the playground, the calls that its person made, and its faults. */
async function open(
  path: string,
  options: BrowserContextOptions = wide,
  url = server.url,
  inBrowser = browser,
) {
  const opened = await openPath(inBrowser, url, path, options);
  opened.page.setDefaultTimeout(patienceMs);
  // Refusals are part of these tests; browsers report each as an error.
  const faults = () => opened.faults.filter((fault) => !/status of 4\d\d/.test(fault));
  return { ...opened, faults };
}

/** Acts, and waits until the page has called a tool with just these arguments. */
async function sends(page: Page, tool: string, args: Arguments, act: () => Promise<unknown>) {
  const isSent = (url: string, body: unknown) =>
    new URL(url).pathname.endsWith(`/tools/${tool}`) && isDeepStrictEqual(body, args);
  // The map and the form ask the same tools for their own needs.
  const sent = page.waitForRequest((each) => isSent(each.url(), postedBy(each)));
  await Promise.all([sent, act()]);
}

function postedBy(request: Request): unknown {
  return request.method() === "POST" ? request.postDataJSON() : null;
}

/** The arguments of the next call of a tool. */
async function nextCall(page: Page, tool: string, act: () => Promise<unknown>): Promise<Sent> {
  const [request] = await Promise.all([
    page.waitForRequest((each) => new URL(each.url()).pathname.endsWith(`/tools/${tool}`)),
    act(),
  ]);
  return { tool, args: request.postDataJSON() };
}

function linkTo(tool: string, args: Arguments): string {
  const parameters = Object.entries(args).map(
    ([name, value]) =>
      `${name}=${encodeURIComponent(typeof value === "string" ? value : JSON.stringify(value))}`,
  );
  return `/#/tools/${tool}?${parameters.length > 0 ? parameters.join("&") : "run"}`;
}

const headline = (page: Page) => page.locator(".headline").first();
const runButton = (page: Page) => page.getByRole("button", { name: "Run", exact: true });

/** Which way to say where an argument belongs to. */
const waysToSay: Readonly<Record<string, string>> = {
  near: "Place",
  within: "Area by name",
  bbox: "Box",
};

/** Fills the form as a person does. */
async function fill(page: Page, args: Arguments): Promise<void> {
  for (const [name, value] of Object.entries(args)) {
    const way = waysToSay[name];
    if (way) await page.getByRole("radio", { name: way }).check({ force: true });
    const field = page.locator(`#field-${name}`);
    const folded = page.locator("details.form-group:not([open])");
    if (!(await field.isVisible()) && (await folded.count()) > 0)
      await folded.locator("summary").click();
    const isChoice = await field.evaluate((element) => element.tagName === "SELECT");
    const text = Array.isArray(value) ? value.join("\n") : String(value);
    await (isChoice ? field.selectOption(text) : field.fill(text));
  }
}

const calls: readonly (readonly [tool: string, args: Arguments])[] = [
  ["list_collections", {}],
  ["describe_collection", { collection }],
  ["query_features", { collection, near, radius_km: 60, time: "last 7 days", limit: 3 }],
  ["get_feature", { collection: "svc:satellite-perimeters", id: "SYN-0001-009" }],
  ["list_simulations", { status: "COMPLETED", limit: 3 }],
  ["summarize_features", { collection, group_by: ["day"] }],
  ["assess_location", { near, radius_km: 80, time: "last 7 days" }],
  ["assess_fire", { fire: "Copperlark Ridge" }],
  ["compare_periods", { collection, before: "yesterday", after: "today" }],
  ["find_place", { name: "Armidale" }],
  ["show_map", { near, radius_km: 80 }],
  ["export_features", { collection, near, radius_km: 60, format: "csv" }],
];

for (const [tool, args] of calls) {
  test(`${tool} runs by its form, by JSON and by its link`, async () => {
    const byForm = await open(`/#/tools/${tool}`);
    if (Object.keys(args).length > 0) {
      await byForm.page
        .locator(`#field-${Object.keys(args)[0]}, .area-kinds`)
        .first()
        .waitFor();
      if ("collection" in args)
        await byForm.page.locator(`option[value="${collection}"]`).waitFor({ state: "attached" });
    }
    await runButton(byForm.page).waitFor();
    await fill(byForm.page, args);
    await sends(byForm.page, tool, args, () => runButton(byForm.page).click());
    await headline(byForm.page).waitFor();
    const told = await headline(byForm.page).textContent();
    const link = new URL(byForm.page.url()).hash;
    assert.deepEqual(byForm.faults(), []);
    await byForm.close();

    const byJson = await open(`/#/tools/${tool}`);
    await byJson.page.getByRole("button", { name: "JSON", exact: true }).first().click();
    await byJson.page.getByLabel("Arguments as JSON").fill(JSON.stringify(args));
    await sends(byJson.page, tool, args, () => runButton(byJson.page).click());
    await headline(byJson.page).waitFor();
    assert.deepEqual(byJson.faults(), []);
    await byJson.close();

    const byLink = await open("/#/tools");
    await sends(byLink.page, tool, args, async () => {
      await byLink.page.evaluate((hash) => {
        location.hash = hash;
      }, link);
      // What writes a file asks first.
      if (tool === "export_features") await runButton(byLink.page).click();
    });
    await headline(byLink.page).waitFor();
    await eventually(async () => assert.equal(await headline(byLink.page).textContent(), told));
    assert.deepEqual(byLink.faults(), []);
    await byLink.close();
  });
}

test("Back and Forward show the answers of before, and a reload asks for the same again", async () => {
  const { page, faults, close } = await open(linkTo("query_features", { collection, limit: 2 }));
  await headline(page).waitFor();
  const asked: unknown[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname.endsWith("/tools/query_features"))
      asked.push(request.postDataJSON());
  });
  await page.locator("details.form-group summary").click();
  await page.locator("#field-limit").fill("5");
  await runButton(page).click();
  await page.getByText("1–5 of").waitFor();
  await page.goBack();
  await page.getByText("1–2 of").waitFor();
  await eventually(async () => assert.equal(await page.locator("#field-limit").inputValue(), "2"));
  await page.goForward();
  await page.getByText("1–5 of").waitFor();
  assert.deepEqual(asked, [{ collection, limit: 5 }]);
  await page.reload();
  await page.getByText("1–5 of").waitFor();
  assert.deepEqual(asked[1], { collection, limit: 5 });
  assert.deepEqual(faults(), []);
  await close();
});

test("a link in a fresh profile gives the same answer", async () => {
  const args = { collection, near, time: "last 7 days", sort: "-frp" };
  const answers: unknown[] = [];
  for (let profile = 0; profile < 2; profile++) {
    const { page, close } = await open("/");
    // The first view asks the same tool for its examples.
    const [response] = await Promise.all([
      page.waitForResponse((each) => isDeepStrictEqual(postedBy(each.request()), args)),
      page.goto(`${server.url}${linkTo("query_features", args)}`),
    ]);
    const { rows }: { rows: unknown[] } = await response.json();
    assert.equal(rows.length, 20);
    answers.push(rows);
    await close();
  }
  assert.deepEqual(answers[0], answers[1]);
});

test("a link of an unknown tool says so and leads to those that there are", async () => {
  const { page, faults, close } = await open("/#/tools/query_feature?near=Armidale");
  await page.getByRole("alert").getByText("query_feature", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Find hotspots and fires" }).click();
  await page.getByRole("heading", { name: "Find hotspots and fires" }).waitFor();
  assert.deepEqual(faults(), []);
  await close();
});

test("Cancel ends the call on the server, keeps the focus and the old answer", async () => {
  const proxy = await startProxy({
    holds: (path, body) => /query_features/.test(path) && /"limit":7/.test(body),
  });
  proxy.forwardTo(server.url);
  try {
    const path = linkTo("query_features", { collection, limit: 2 });
    const { page, faults, close } = await open(path, wide, proxy.url);
    await headline(page).waitFor();
    const before = await headline(page).textContent();
    await page.locator("details.form-group summary").click();
    await page.locator("#field-limit").fill("7");
    await runButton(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await proxy.held();
    assert.equal(await headline(page).textContent(), before);
    await eventually(async () => assert.match((await focusedText(page)) ?? "", /^Cancel/));
    await page.keyboard.press("Enter");
    await proxy.aborted();
    await runButton(page).waitFor();
    await eventually(async () => assert.equal(await focusedText(page), "Run"));
    await page.getByRole("status").filter({ hasText: "Cancelled." }).waitFor({ state: "attached" });
    assert.equal(await headline(page).textContent(), before);
    assert.equal(proxy.heldCount(), 1);
    assert.deepEqual(faults(), []);
    await close();
  } finally {
    proxy.close();
  }
});

function focusedText(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement!.textContent);
}

test("the keyboard alone leads from the first page to an answer", async () => {
  const { page, faults, close } = await open("/");
  await page.getByRole("navigation", { name: "Main" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("searchbox", { name: "Search the tools" }).waitFor();
  await page.keyboard.type("fire situation");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Fires near a place" }).waitFor();
  await tabTo(page, (name) => name === "Anywhere");
  await page.keyboard.press("ArrowRight");
  await tabTo(page, (name) => name === "near");
  await page.keyboard.type(near);
  const whole = "Chester, California, United States";
  await page.locator(`#suggested-near option[value="${whole}"]`).waitFor({ state: "attached" });
  const { args } = await nextCall(page, "assess_location", () => page.keyboard.press("Enter"));
  assert.deepEqual(args, { near });
  await headline(page).waitFor();
  const said = page.getByRole("status").filter({ hasText: (await headline(page).textContent())! });
  await said.first().waitFor({ state: "attached" });
  assert.deepEqual(faults(), []);
  await close();
});

/** Presses Tab until the focus has come to a control. */
async function tabTo(page: Page, isWanted: (name: string) => boolean): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press("Tab");
    const name = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      return element.type === "radio" ? element.parentElement!.innerText : element.name;
    });
    if (isWanted(name ?? "")) return;
  }
  assert.fail("Tab never came to the control");
}

test("a screen reader finds the form's groups, the answer's sentence and its rows", async () => {
  const { page, close } = await open(linkTo("query_features", { collection, near, limit: 2 }));
  await headline(page).waitFor();
  const tree = await page.locator("body").ariaSnapshot();
  for (const part of [
    /banner/,
    /navigation "Main"/,
    /heading "Find hotspots and fires" \[level=1\]/,
    /region "Answer"/,
    /form "Arguments"/,
    /group "What"/,
    /group "Where"/,
    /radio "Place" \[checked\]/,
    /combobox "Place"/,
    /group "When"/,
    /button "Run"/,
    /tab "Rows/,
    /columnheader "Time/,
  ])
    assert.match(tree, part);
  await close();
});

test("an error puts the focus on its field, which it describes, and offers what was meant", async () => {
  const path = linkTo("query_features", { collection, near: "Springfield", limit: 1 });
  const { page, faults, close } = await open(path);
  const field = page.locator("#field-near");
  await page.locator("#field-near[aria-invalid=true]").waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "field-near");
  const described = (await field.getAttribute("aria-describedby"))!.split(" ");
  const message = await page.locator(`#${described[0]}`).textContent();
  assert.match(message!, /may be several places/);
  assert.deepEqual(await axeFindings(page), []);
  await takePicture(page, "playground-tools-error");
  const oregon = page.getByRole("button", { name: "Springfield, Oregon" });
  const { args } = await nextCall(page, "query_features", () => oregon.click());
  const meant = "Springfield, Oregon, United States";
  assert.deepEqual(args, { collection, near: meant, limit: 1 });
  await headline(page).waitFor();
  await eventually(async () => assert.equal(await field.inputValue(), meant));
  await eventually(async () => assert.equal(await field.getAttribute("aria-invalid"), null));
  assert.deepEqual(faults(), []);
  await close();
});

test("the caret of a wrong filter points at its word", async () => {
  const filter = "frp > AND x";
  const { page, close } = await open(linkTo("query_features", { collection, filter }));
  const excerpt = await page.locator("#call-error pre").textContent();
  const [text, caret] = excerpt!.split("\n");
  assert.equal(text!.slice(caret!.indexOf("^"), caret!.lastIndexOf("^") + 1), "AND");
  await eventually(async () =>
    assert.equal(await page.evaluate(() => document.activeElement!.id), "field-filter"),
  );
  await eventually(async () =>
    assert.equal(await page.locator("#field-filter").inputValue(), filter),
  );
  await close();
});

test("a filter is text, to which conditions are added from the properties of the data", async () => {
  const { page, close } = await open(linkTo("query_features", { collection, limit: 1 }));
  const row = page.getByRole("group", { name: "Add a condition" });
  await row.getByLabel("Property").selectOption("satellite");
  await row.getByLabel("Value").fill("terra");
  await row.getByRole("button", { name: "Add" }).click();
  await row.getByLabel("Property").selectOption("frp");
  await row.getByLabel("Comparison").selectOption(">");
  await row.getByLabel("Value").fill("20");
  await row.getByRole("button", { name: "Add" }).click();
  const filter = "CASEI(satellite) = CASEI('terra') AND frp > 20";
  await eventually(async () =>
    assert.equal(await page.locator("#field-filter").inputValue(), filter),
  );
  const { args } = await nextCall(page, "query_features", () => runButton(page).click());
  assert.deepEqual(args, { collection, limit: 1, filter });
  await page
    .getByText(/^\d+ detections/)
    .first()
    .waitFor();
  await close();
});

test("JSON that is wrong says in which line, and so does a name that the server does not know", async () => {
  const { page, close } = await open("/#/tools/query_features");
  await page.getByRole("button", { name: "JSON", exact: true }).first().click();
  const editor = page.getByLabel("Arguments as JSON");
  await editor.fill('{\n  "collection": "svc:hotspots"\n  "limit": 3\n}');
  await page.getByText(/line 3/).waitFor();
  await eventually(async () => assert.equal(await editor.getAttribute("aria-invalid"), "true"));
  await editor.fill('{\n  "collection": "svc:hotspots",\n\n  "limt": 3\n}');
  await runButton(page).click();
  await page.locator("#call-error").waitFor();
  assert.match((await page.locator("#call-error").textContent())!, /"limt".*limit/);
  assert.deepEqual(await axeFindings(page), []);
  await editor.fill('{"collection": "svc:hotspots", "limit": 3}');
  await page.getByRole("button", { name: "Form", exact: true }).click();
  await page.locator("details.form-group summary").click();
  await eventually(async () => assert.equal(await page.locator("#field-limit").inputValue(), "3"));
  await close();
});

test("times are offered from the data: where it is old, the days of its end", async () => {
  const { page, close } = await open("/#/tools/query_features");
  const status = await fetch(`${server.url}/playground/status`);
  const { collections }: { collections: { id: string; newest: string }[] } = await status.json();
  const { newest } = collections.find(({ id }) => id === collection)!;
  const dayMs = 86_400_000;
  await page.clock.setFixedTime(Date.parse(newest) + 124 * dayMs + 1000);
  await page.reload();
  await page.getByText("The newest data is 124 days old").waitFor();
  await page.locator(".stale-hint button").click();
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const end = Date.parse(newest);
  await eventually(async () =>
    assert.equal(
      await page.locator("#field-time").inputValue(),
      `${day(end - 7 * dayMs)}/${day(end)}`,
    ),
  );
  await page.getByRole("button", { name: "Last 7 days", pressed: true }).click();
  await eventually(async () => assert.equal(await page.locator("#field-time").inputValue(), ""));
  await close();
});

test("a box is typed, or drawn on the map", async () => {
  const withMap = await launch("software");
  const { page } = await open("/#/tools/query_features", wide, server.url, withMap);
  await page.getByRole("radio", { name: "Box" }).check({ force: true });
  await page.locator("#field-collection").selectOption(collection);
  await page.locator("#field-bbox").fill("-122, 40, -121");
  await runButton(page).click();
  await page.locator("#field-bbox[aria-invalid=true]").waitFor();
  await page.locator("#field-bbox").fill("-122, 40, -121, 41");
  const { args } = await nextCall(page, "query_features", () => runButton(page).click());
  assert.deepEqual(args, { collection, bbox: [-122, 40, -121, 41] });
  await headline(page).waitFor();
  await page.getByRole("button", { name: "Draw the box on the map" }).click();
  await mapDraws(page);
  const map = (await page.locator(".maplibregl-canvas").boundingBox())!;
  const [x, y] = [map.x + map.width / 2, map.y + map.height / 2];
  await page.mouse.move(x - 60, y - 40);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 40, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("button", { name: "Draw the box on the map", pressed: false }).waitFor();
  const drawn = await nextCall(page, "query_features", () => runButton(page).click());
  const { bbox } = drawn.args as { bbox: number[] };
  const [west, south, east, north] = bbox as [number, number, number, number];
  assert.ok(west < east && south < north);
  assert.notDeepEqual(bbox, [-122, 40, -121, 41]);
  await withMap.close();
});

test("recent calls are kept on the device without keys, run again by a click and can be cleared", async () => {
  const { page, faults, close } = await open(linkTo("find_place", { name: "Armidale" }));
  await headline(page).waitFor();
  await page.goto(`${server.url}/#/tools`);
  const recent = page.getByRole("region", { name: "Recent" });
  const entry = recent.getByRole("link", { name: /find_place/ });
  // It is shown when it is stored.
  await entry.waitFor();
  await page.reload();
  const { args } = await nextCall(page, "find_place", () => entry.click());
  assert.deepEqual(args, { name: "Armidale" });
  // A call that is answered after the list was cleared is in it again.
  await headline(page).waitFor();
  await page.goBack();
  await recent.getByRole("button", { name: "Clear" }).click();
  await recent.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("searchbox").waitFor();
  await eventually(async () => assert.equal(await recent.count(), 0));
  assert.deepEqual(faults(), []);
  await close();
});

test("where nothing can be stored, tools run all the same", async () => {
  const { page, faults, close } = await open("/");
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("not allowed", "SecurityError");
      },
    });
  });
  await page.goto(`${server.url}${linkTo("find_place", { name: "Armidale" })}`);
  await page.reload();
  await headline(page).waitFor();
  await page.getByRole("link", { name: "All tools" }).click();
  await page.getByRole("region", { name: "Recent" }).getByText("Armidale").waitFor();
  assert.deepEqual(faults(), []);
  await close();
});

test("behind a proxy that serves it under a path, links, calls and exports stay under the path", async () => {
  const proxy = await startProxy({ path: "/emberline" });
  const behind = await startServerProcess([], { env: { EMBERLINE_PUBLIC_URL: proxy.url } });
  proxy.forwardTo(behind.url);
  try {
    const path = linkTo("query_features", { collection, limit: 2 });
    const { page, faults, close } = await open(path, wide, proxy.url);
    await headline(page).waitFor();
    await page.getByRole("link", { name: "All tools" }).click();
    await page.getByRole("region", { name: "Recent" }).getByRole("link").first().click();
    await headline(page).waitFor();
    assert.ok(page.url().startsWith(`${proxy.url}/`));
    const exported = page.waitForResponse((each) => each.url().includes("/tools/export_features"));
    await page.goto(
      `${proxy.url}${linkTo("export_features", { collection, near, format: "csv" })}`,
    );
    await runButton(page).click();
    assert.ok((await (await exported).text()).includes(`${proxy.url}/exports/`));
    assert.deepEqual(faults(), []);
    await close();
  } finally {
    await behind.stop();
    proxy.close();
  }
});

const looks: Readonly<Record<string, BrowserContextOptions>> = {
  "1440": wide,
  "1440-dark": { ...wide, colorScheme: "dark" },
  "360": { viewport: { width: 360, height: 740 }, hasTouch: true },
  "320-dark": { viewport: { width: 320, height: 640 }, hasTouch: true, colorScheme: "dark" },
  "1440-forced": { ...wide, forcedColors: "active" },
};

for (const [name, options] of Object.entries(looks)) {
  test(`at ${name} the list, a form and its JSON have no findings of axe and scroll only down`, async () => {
    const { page, faults, close } = await open("/#/tools", options);
    await page.getByRole("searchbox").waitFor();
    const check = async (state: string) => {
      assert.deepEqual(await axeFindings(page), [], state);
      const overflow = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll(".pane")].map(
          ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
        ),
      );
      assert.deepEqual([...new Set(overflow)], [0], state);
      await takePicture(page, `playground-tools-${state}-${name}`);
    };
    await check("list");
    await page.goto(
      `${server.url}${linkTo("query_features", { collection, near, filter: "frp > 5" })}`,
    );
    await headline(page).waitFor();
    await page.getByRole("button", { name: "Last 7 days" }).waitFor();
    await page.locator("details.form-group summary").click();
    await check("form");
    await page.locator("#field-time").scrollIntoViewIfNeeded();
    await check("when");
    await page.getByRole("button", { name: "JSON", exact: true }).first().click();
    await check("json");
    assert.deepEqual(faults(), []);
    await close();
  });
}
