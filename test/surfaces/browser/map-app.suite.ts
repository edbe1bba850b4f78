import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { eventually } from "@emberline/test-support/eventually";
import { recordsOf } from "@emberline/test-support/records";
import {
  readFeatures,
  sharedData,
  skipWithoutSharedData,
} from "@emberline/test-support/shared-data";
import type { Client } from "@modelcontextprotocol/client";
import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { connectAppClient, type OpenedApp, openApp } from "./support/app-host.ts";
import { axeFindings } from "./support/axe.ts";
import { launch, takePicture } from "./support/pages.ts";

const skip = skipWithoutSharedData;
const conversation = { viewport: { width: 900, height: 1000 } };
const phone = { viewport: { width: 360, height: 740 } };
const hotspots = "svc:hotspots";

let client: Client;
let browser: Browser;

before(async () => {
  if (skip) return;
  [client, browser] = await Promise.all([
    connectAppClient(["--embedded", sharedData]),
    launch("none"),
  ]);
});

after(async () => {
  await browser?.close();
  await client?.close();
});

const klamath = { near: "Klamath Falls, Oregon", radius_km: 120, time: "2026-07-10/2026-07-20" };

/** Shows an answer, and waits until all of it is on the map. */
async function open(
  tool: string,
  args: object,
  options: BrowserContextOptions = conversation,
  context: McpUiHostContext = {},
): Promise<OpenedApp> {
  const opened = await openApp(browser, client, { tool, args, context }, options);
  await opened.frame.locator(".status li").first().waitFor();
  await opened.frame.waitForFunction(
    () => !/Loading/.test(document.querySelector(".status")!.textContent!),
  );
  return opened;
}

/** The box that a question about the area names. */
async function boxInView({ page, frame }: OpenedApp): Promise<number[]> {
  const before = await page.evaluate(() => window.messages.length);
  await frame.getByRole("button", { name: "Ask about this area" }).click();
  await page.waitForFunction((count) => window.messages.length > count, before);
  const message = await page.evaluate(() => window.messages.at(-1)!);
  return JSON.parse(/bbox (\[[^\]]+\])/.exec(message)![1]!);
}

test("the map of an answer shows every detection that the answer counted, and asks nobody else", {
  skip,
}, async () => {
  const opened = await open("show_map", klamath);
  const { page, frame, answer, faults, calls, close } = opened;
  const { matched } = recordsOf(answer).find(({ collection }) => collection === hotspots)!;
  assert.equal(matched, 1170);
  await frame.getByText("1,170 detections on the map: all that the answer counted.").waitFor();
  await frame.getByRole("heading", { name: "Fires within 120 km of Klamath Falls" }).waitFor();
  assert.ok(calls.every((name) => name === "map_features" || name === "map_ground"));
  await takePicture(page, "map-app", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("an assessment's map shows as many detections as the assessment labels", {
  skip,
}, async () => {
  const args = { lon: -122.95, lat: 42.62, radius_km: 30, time: "2026-07-16/2026-07-20" };
  const { frame, answer, faults, close } = await open("assess_location", args);
  const counted = Object.values(answer.labels as Record<string, number>).reduce((a, b) => a + b, 0);
  assert.ok(counted > 1000, String(counted));
  await frame
    .getByText(`${counted.toLocaleString("en")} detections on the map: all that`)
    .waitFor();
  assert.deepEqual(faults, []);
  await close();
});

test("a comparison's map has a mark for each change, and its table names them", {
  skip,
}, async () => {
  const { page, frame, answer, faults, close } = await open("compare_periods", {
    collection: "svc:satellite-perimeters",
    within: "Oregon",
    before: "2024-07-20",
    after: "2024-07-24",
  });
  const [fire] = recordsOf(answer).filter(({ status }) => status === "grown");
  await frame.getByRole("heading", { name: "Changes in Oregon" }).waitFor();
  const counts = /33 new \(\d+ km²\), 7 grown \(\+[\d.]+ km²\), 5 not seen again \(\d+ km²\)/;
  await frame.getByText(counts).waitFor();
  await frame.getByText("The map as a table").click();
  await frame.getByRole("button", { name: `${fire!.fire_name}: grown` }).click();
  const card = frame.getByRole("complementary");
  await card.getByText(`${Number(fire!.area_km2_after).toFixed(3)} km²`).waitFor();
  await card.getByText("More").click();
  await card.getByText(String(fire!.area_km2_after), { exact: true }).waitFor();
  await takePicture(page, "map-app-comparison", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("a picture of two periods has a page with the same changes, and no more than was counted", {
  skip,
}, async () => {
  const periods = { before: "2024-07-20", after: "2024-07-24" };
  const { page, frame, faults, close } = await open("show_map", { within: "Oregon", ...periods });
  await frame.getByText(/^Fires: 33 new, 7 continuing, 5 not seen again; 20 Jul 2024/).waitFor();
  await frame.getByText(/^24 Jul 2024: .*40 of them the newest of their fires: all that/).waitFor();
  await frame.getByRole("checkbox", { name: "What changed 45" }).waitFor();
  await takePicture(page, "map-app-two-periods", { fullPage: true });
  assert.deepEqual(faults, []);
  await close();
});

test("what lies at the centre is named on hover, pinned by a click with all its properties, and closed by Escape", {
  skip,
}, async () => {
  const [feature] = readFeatures("hotspots_oregon_viirs_2026-07");
  const [lon, lat] = feature!.geometry.coordinates as [number, number];
  const { page, frame, faults, close } = await open("show_map", {
    lon,
    lat,
    radius_km: 0.3,
    collections: [hotspots],
  });
  const map = frame.getByRole("application");
  const { x, y, width, height } = (await map.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await frame.locator(".map-tip").getByText("Detection").waitFor();
  await page.mouse.click(x + width / 2, y + height / 2);
  const card = frame.getByRole("complementary");
  await card.getByText(String(feature!.properties.satellite), { exact: true }).first().waitFor();
  assert.ok((await card.locator("dl").first().locator("dt").count()) <= 5, "five facts");
  await card.getByText("More").click();
  await card.getByText(feature!.id, { exact: true }).first().waitFor();
  await takePicture(page, "map-app-card", { fullPage: true });
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
  await eventually(async () =>
    assert.equal(await map.evaluate((element) => element === document.activeElement), true),
  );
  assert.deepEqual(faults, []);
  await close();
});

test("buttons, wheel, drag and keys move the map, and 0 shows all again", { skip }, async () => {
  const opened = await open("show_map", klamath);
  const { page, frame, close } = opened;
  const map = frame.getByRole("application");
  const whole = await boxInView(opened);
  const wide = ([west, , east]: number[]) => east! - west!;
  const near = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual / expected - 1) < 0.05, `${actual} is not ${expected}`);

  await frame.getByRole("button", { name: "Zoom in" }).click();
  const closer = await boxInView(opened);
  near(wide(closer), wide(whole) / 2);
  await frame.getByRole("button", { name: "Zoom out" }).click();
  await map.press("ArrowRight");
  const moved = await boxInView(opened);
  const { width, x, y, height } = (await map.boundingBox())!;
  near(moved[0]! - whole[0]!, (80 / width) * wide(whole));

  await map.press("0");
  await eventually(async () => assert.deepEqual(await boxInView(opened), whole));
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 50, y + height / 2, { steps: 5 });
  await page.mouse.move(x + width / 2 - 100, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const dragged = await boxInView(opened);
  near(dragged[0]! - whole[0]!, (100 / width) * wide(whole));

  await map.press("0");
  await map.focus();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, -300);
  // The browser tells of a wheel later than of a click.
  let wheeled = await boxInView(opened);
  while (wide(wheeled) === wide(whole)) wheeled = await boxInView(opened);
  near(wide(wheeled), wide(whole) / Math.exp(0.6));
  await close();
});

test("a question carries the area and time in view, which also become context of the model", {
  skip,
}, async () => {
  const { page, frame, close } = await open("show_map", klamath);
  await frame.getByLabel("Your question about the area shown").fill("Is anybody in danger here?");
  await frame.getByLabel("To", { exact: true }).press("ArrowLeft");
  await frame.getByRole("button", { name: "Ask about this area" }).click();
  await frame.getByText("Sent to the conversation.").waitFor();
  const [message] = await page.evaluate(() => window.messages);
  assert.match(
    message!,
    /^Is anybody in danger here\?\n\nThe area shown on the map: bbox \[-?[\d.]+, [\d.]+, -?[\d.]+, [\d.]+\] .*from 2026-07-16T[\d:]+Z to 2026-07-20T[\d:]+Z\. In view: \d+ detections, \d+ perimeters?\.$/,
  );
  await page.waitForFunction(() => window.told.length > 0);
  await eventually(async () =>
    assert.ok(message!.endsWith(await page.evaluate(() => window.told.at(-1)!))),
  );
  await close();
});

test("playing adds each detection once, until all are there", { skip }, async () => {
  const { page, frame, close } = await open("show_map", klamath, {
    ...conversation,
    reducedMotion: "reduce",
  });
  const shown = frame.locator(".time-shown output");
  const count = async () =>
    Number(/· ([\d,]+)$/.exec((await shown.textContent())!)![1]!.replaceAll(",", ""));
  await eventually(async () => assert.equal(await count(), 1170));
  const steps = Number(await frame.getByLabel("To", { exact: true }).getAttribute("max")) + 1;
  const counts = [0];
  for (let step = 0; step < steps && counts.at(-1)! < 1170; step++) {
    const before = await shown.textContent();
    await frame.getByRole("button", { name: "Next step" }).click();
    await frame.waitForFunction(
      (text) => document.querySelector(".time-shown output")!.textContent !== text,
      before,
    );
    counts.push(await count());
  }
  assert.equal(counts.at(-1), 1170);
  assert.ok(
    counts.every((each, i) => i === 0 || each > counts[i - 1]!),
    "a step without detections was played",
  );
  await takePicture(page, "map-app-time", { fullPage: true });
  await eventually(async () => assert.equal(await count(), 1170));
  await close();
});

test("layers go off and on; the map says what it shows", { skip }, async () => {
  const { frame, close } = await open("show_map", klamath);
  const map = frame.getByRole("application", { name: "1,170 detections" });
  await map.waitFor();
  const box = frame.getByRole("checkbox", { name: "Detections" });
  await box.uncheck();
  await frame.getByRole("application", { name: "Map of the area asked for" }).waitFor();
  await box.check();
  await map.waitFor();
  await close();
});

test("the map takes on the host's theme, also when it changes", { skip }, async () => {
  const { page, frame, faults, close } = await open("show_map", klamath, conversation, {
    theme: "dark",
  });
  /** Colours of the page and of a corner of the map, which is land. */
  const colours = () =>
    frame.evaluate(() => {
      const canvas = document.querySelector("canvas")!;
      const { data } = canvas
        .getContext("2d")!
        .getImageData(canvas.width - 8, canvas.height - 8, 1, 1);
      return [getComputedStyle(document.body).backgroundColor, [...data].slice(0, 3).join()];
    });
  await eventually(async () => assert.deepEqual(await colours(), ["rgb(17, 20, 22)", "51,59,65"]));
  await takePicture(page, "map-app-dark", { fullPage: true });
  await page.evaluate(() => window.changeContext({ theme: "light", displayMode: "inline" }));
  await frame.waitForFunction(() => document.documentElement.dataset.theme === "light");
  await frame.waitForFunction(() => {
    const canvas = document.querySelector("canvas")!;
    return (
      canvas.getContext("2d")!.getImageData(canvas.width - 8, canvas.height - 8, 1, 1).data[0] ===
      246
    );
  });
  await eventually(async () =>
    assert.deepEqual(await colours(), ["rgb(250, 249, 247)", "246,244,238"]),
  );
  assert.deepEqual(faults, []);
  await close();
});

test("at 360 pixels nothing overflows and nothing is cut off", { skip }, async () => {
  const { page, frame, faults, close } = await open("show_map", klamath, phone, { theme: "dark" });
  assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.waitForFunction(
    (height) => Math.abs(document.querySelector("iframe")!.clientHeight - height) <= 1,
    await frame.evaluate(() => document.querySelector("main")!.getBoundingClientRect().height),
  );
  await takePicture(page, "map-app-phone");
  assert.deepEqual(faults, []);
  await close();
});

test("two fingers zoom the map", { skip }, async () => {
  const { page, frame, close } = await open("show_map", klamath, { ...phone, hasTouch: true });
  const scale = frame.locator(".map-scale");
  await eventually(async () => assert.equal(await scale.textContent(), "50 km"));
  const { x, y, width, height } = (await frame.getByRole("application").boundingBox())!;
  const fingers = (apart: number) =>
    [-apart, apart].map((by, id) => ({ x: x + width / 2 + by, y: y + height / 2, id }));
  const session = await page.context().newCDPSession(page);
  const touch = (
    type: "touchStart" | "touchMove" | "touchEnd",
    touchPoints: { x: number; y: number; id: number }[],
  ) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", fingers(20));
  for (const apart of [30, 40, 50, 60, 70, 80]) await touch("touchMove", fingers(apart));
  await touch("touchEnd", []);
  // Four times closer.
  await frame.locator(".map-scale", { hasText: /^(10|20) km$/ }).waitFor();
  await close();
});

test("full screen is asked of the host, and the map grows", { skip }, async () => {
  const { page, frame, close } = await open("show_map", klamath);
  const heightOf = async () => (await frame.getByRole("application").boundingBox())!.height;
  const before = await heightOf();
  await frame.getByRole("button", { name: "Full screen" }).click();
  await frame.getByRole("button", { name: "Leave full screen" }).waitFor();
  await takePicture(page, "map-app-full");
  assert.ok((await heightOf()) > before);
  await close();
});

for (const [state, options, context] of [
  ["light", conversation, { theme: "light" }],
  ["dark", conversation, { theme: "dark" }],
  ["on a phone", phone, { theme: "light" }],
  ["with forced colours", { ...conversation, forcedColors: "active" }, { theme: "light" }],
] as const) {
  test(`axe-core finds nothing wrong ${state}, with a card and the table open`, {
    skip,
  }, async () => {
    const { page, frame, close } = await open("show_map", klamath, options, context);
    assert.deepEqual(await axeFindings(frame), []);
    await frame.getByText("The map as a table").click();
    await frame.locator("tbody button").first().press("Enter");
    await frame.getByRole("complementary").waitFor();
    assert.deepEqual(await axeFindings(frame), []);
    await takePicture(page, `map-app-${state.replaceAll(" ", "-")}`, { fullPage: true });
    await close();
  });
}

test("messages of other frames, and wrong or huge ones of the host, change nothing", {
  skip,
}, async () => {
  const { page, frame, faults, close } = await open("show_map", klamath);
  // Without the names on the map: they change once more whenever a finer ground is there.
  const shown = async () =>
    (await frame.locator("body").innerText())
      .split("\n")
      .filter((line) => !/^($|Names in view)/.test(line));
  const before = await shown();
  const foreign = { content: [], structuredContent: { selection: {}, caption: "foreign" } };
  const messages = [
    { method: "ui/notifications/tool-result", params: foreign },
    { method: "ui/notifications/tool-input", params: { arguments: { near: "foreign" } } },
    { method: "ui/notifications/tool-cancelled", params: { reason: "foreign" } },
    { method: "ui/notifications/host-context-changed", params: { theme: "dark" } },
    { id: 1, method: "ui/resource-teardown", params: {} },
    ...[0, 1, 2, 3].map((id) => ({ id, result: foreign })),
  ].map((each) => ({ jsonrpc: "2.0", ...each }));
  await frame.evaluate((all) => {
    for (const each of all) window.postMessage(each, "*");
  }, messages);
  await page.evaluate(async (all) => {
    const stranger = document.createElement("iframe");
    stranger.sandbox.add("allow-scripts");
    stranger.srcdoc = `<script>for (const each of ${JSON.stringify(all)})
      parent.frames[0].postMessage(each, "*"); parent.postMessage("sent", "*")</script>`;
    document.body.append(stranger);
    await new Promise<void>((resolve) => {
      window.addEventListener("message", ({ data }) => data === "sent" && resolve());
    });
    const caption = "x".repeat(11_000_000);
    const method = "ui/notifications/tool-result";
    for (const message of [
      { method, params: { content: [], structuredContent: { caption } } },
      { method, params: { content: "foreign" } },
      { method: "ui/notifications/host-context-changed", params: { theme: "red" } },
      { method: "ui/notifications/no-such-thing", params: { caption } },
    ])
      frames[0]!.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }, messages);
  // What the host says in earnest comes after them.
  const mode = (displayMode: "inline" | "fullscreen") =>
    page.evaluate(
      (given) => window.changeContext({ theme: "light", displayMode: given }),
      displayMode,
    );
  await mode("fullscreen");
  await frame.getByRole("button", { name: "Leave full screen" }).waitFor();
  await mode("inline");
  await frame.getByRole("button", { name: "Full screen", exact: true }).waitFor();
  assert.equal(await frame.evaluate(() => document.documentElement.dataset.theme), "light");
  assert.deepEqual(await shown(), before);
  assert.deepEqual(faults, []);
  await close();
});
