import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { eventually } from "@emberline/test-support/eventually";
import {
  type ServerProcess,
  startServerProcess,
  typescript,
} from "@emberline/test-support/programs";
import { sharedData, skipWithoutSharedData } from "@emberline/test-support/shared-data";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { axeFindings } from "./support/axe.ts";
import { type ChatScript, startChatStandIn } from "./support/chat-stand-in.ts";
import { desktop, launch, openPath, phone, takePicture } from "./support/pages.ts";

const key = "sk-4f7b-of-some-length";
const wide = { viewport: { width: 1440, height: 900 } };

let server: ServerProcess;
let browser: Browser;

before(async () => {
  [server, browser] = await Promise.all([startServerProcess(["--synthetic"]), launch("none")]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const openAsk = (url: string, options: BrowserContextOptions = wide) =>
  openPath(browser, url, "/#/ask", options);

async function choose(page: Page, baseUrl: string, given = key): Promise<void> {
  await openDialog(page);
  await page.getByLabel("Custom").check();
  await page.getByLabel("Base URL").fill(baseUrl);
  await page.getByLabel(/^Key/).fill(given);
  await page.getByLabel("Model", { exact: true }).fill("stand-in");
  await page.getByRole("button", { name: "Use this model" }).click();
}

async function openDialog(page: Page): Promise<void> {
  await page.locator("button.model-button").first().click();
  await page.getByRole("dialog").waitFor();
}

async function ask(page: Page, question: string): Promise<void> {
  await page.getByLabel("Your question, or / for a tool").fill(question);
  await page.keyboard.press("Enter");
}

const cards = (page: Page) => page.locator(".call-card");

for (const { name, data } of [
  { name: "synthetic", data: [] },
  { name: "shared", data: ["--data", sharedData] },
]) {
  const skip = name === "shared" && skipWithoutSharedData;
  test(`on ${name} data the first view has six examples, each with an answer that is not empty, and a live figure`, {
    skip,
  }, async () => {
    const own = name === "shared" ? await startServerProcess(data) : server;
    const { page, faults, close } = await openAsk(own.url);
    try {
      await page
        .getByText("Ask about fires; every number comes from a tool call you can see")
        .waitFor();
      const examples = page.locator("button.example");
      // The figure is measured when all examples are known.
      await page.locator(".figure strong").waitFor();
      const questions = await examples.locator("span:first-child").allTextContents();
      assert.equal(questions.length, 6);
      if (name === "shared") {
        assert.ok(questions.some((each) => each.includes("Medford, Oregon")));
        assert.ok(questions.some((each) => each.startsWith("Which detections were the strongest")));
        assert.ok(questions.some((each) => /changed in Oregon .*July 2026/.test(each)));
      }
      const tokens = (await page.locator(".figure dd:not(.whole)").allTextContents()).map((each) =>
        Number(each.replace(/\D/g, "")),
      );
      assert.ok(tokens[1]! > 0 && tokens[0]! > 20 * tokens[1]!, `figures ${tokens}`);
      await takePicture(page, `ask-first-${name}`);
      assert.deepEqual(await axeFindings(page, ".pane"), []);

      for (const question of questions) {
        await page.getByRole("button", { name: question }).click();
        const exchange = page.getByRole("region", { name: question });
        await exchange.locator(".call-card").first().waitFor();
        await exchange.locator(".working").waitFor({ state: "detached" });
        await eventually(async () =>
          assert.equal(await exchange.locator(".call-card:not(.answered)").count(), 0, question),
        );
        for (const card of await exchange.locator(".call-card").all()) {
          await card.locator(".call-head").click();
          await card.getByRole("tab", { name: "What the model saw" }).click();
          const answer = JSON.parse((await card.locator(".call-panel pre").textContent())!);
          const { matched, returned, mappings } = answer;
          assert.ok(
            (matched ?? mappings ?? returned) > 0,
            `${question}: ${JSON.stringify(answer)}`,
          );
          await card.getByRole("tab", { name: "Rows" }).click();
          await eventually(async () =>
            assert.ok((await card.locator("tbody tr").count()) > 0, question),
          );
        }
        await takePicture(page, `ask-example-${name}`);
        await page.getByRole("button", { name: "New conversation" }).click();
      }
      assert.deepEqual(faults, []);
    } finally {
      await close();
      if (own !== server) await own.stop();
    }
  });
}

const summary = {
  id: "call_sum",
  name: "summarize_features",
  input: { collection: "svc:hotspots", groupby: ["day"] },
};

/** Two calls at once, a misspelt one, the mended one, and an answer from what came back. */
const conversation: ChatScript = (results, asked) => {
  switch (asked) {
    case 1:
      return {
        calls: [
          { id: "call_1", name: "query_features", input: { collection: "svc:hotspots", limit: 3 } },
          { id: "call_2", name: "list_collections", input: {} },
        ],
      };
    case 2:
      return { calls: [summary] };
    case 3:
      assert.match(
        results[0]!.text,
        /^\[3\] \{"code":"invalid_input","message":"Unknown parameter/,
      );
      return { calls: [{ ...summary, input: { collection: "svc:hotspots", group_by: ["day"] } }] };
    default: {
      const { matched } = JSON.parse(results[0]!.text.replace("[4] ", ""));
      return {
        text: `Satellites made **${matched.toLocaleString("en")} detections**; 123,457,890 is made up.\n\n- all of them [4]`,
      };
    }
  }
};

test("a conversation shows its calls, cites the figures that they gave, and measures itself", async () => {
  const model = await startChatStandIn(conversation, { key });
  const { page, close } = await openAsk(server.url);
  try {
    await openDialog(page);
    await page.getByLabel("Custom").check();
    await page.getByLabel("Base URL").fill(`${model.baseUrl}/`);
    await page.getByLabel(/^Key/).fill(key);
    await page.getByRole("button", { name: "List models" }).click();
    await page.getByText("2 models").waitFor();
    await page.getByLabel("Model", { exact: true }).fill("stand-in");
    await eventually(async () =>
      assert.equal(await page.getByLabel("Context, in tokens").inputValue(), "65536"),
    );
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("stand-in answers and calls tools.").waitFor();
    await takePicture(page, "ask-dialog");
    assert.deepEqual(await axeFindings(page, "dialog"), []);
    await page.getByRole("button", { name: "Use this model" }).click();

    await ask(page, "How many fires are there?");
    await cards(page).first().waitFor();
    await page.locator(".working").waitFor({ state: "detached" });
    assert.deepEqual(await page.locator(".failure").allTextContents(), []);
    await page.locator(".answer-text strong").waitFor();
    await eventually(async () => assert.equal(await cards(page).count(), 4));
    await eventually(async () =>
      assert.deepEqual(await page.locator(".call-tool").allTextContents(), [
        "query_features",
        "list_collections",
        "summarize_features",
        "summarize_features",
      ]),
    );
    const states = await cards(page).evaluateAll((all) => all.map(({ className }) => className));
    assert.deepEqual(
      states.map((each) => each.replace("call-card card ", "")),
      ["answered", "answered", "failed", "answered"],
    );
    await eventually(async () =>
      assert.match((await cards(page).nth(2).textContent())!, /Unknown parameter "groupby"/),
    );
    await eventually(async () =>
      assert.match(
        (await cards(page).nth(3).textContent())!,
        /hotspots, by day.*\d+ tokens · [\d,]+ ms/,
      ),
    );

    const answer = page.locator(".answer-text");
    const shown = await countFrom(server.url);
    await eventually(async () =>
      assert.equal(
        await answer.locator("strong").textContent(),
        `${shown.toLocaleString("en")}4 detections`,
      ),
    );
    await eventually(async () =>
      assert.deepEqual(await answer.locator(".cite").allTextContents(), ["4", "4"]),
    );
    await eventually(async () =>
      assert.match((await answer.textContent())!, /123,457,890.* is made up/),
    );
    await eventually(async () =>
      assert.equal(
        await answer.locator(".tally").textContent(),
        "2 numbers: 1 from call 4, 1 not from any call",
      ),
    );
    await page.getByRole("button", { name: "1 not from any call" }).click();
    await page.getByRole("tooltip", { name: /^No call returned this number/ }).waitFor();
    assert.deepEqual(await axeFindings(page, ".pane"), []);
    await takePicture(page, "ask-unsupported");
    await page.keyboard.press("Escape");
    await eventually(async () =>
      assert.equal(await page.getByRole("tooltip").count(), 0, "Escape hides the explanation"),
    );
    await answer.locator(".cite").first().click();
    await eventually(async () =>
      assert.equal(await page.evaluate(() => document.activeElement?.id), "call-4"),
    );

    const notices = await page
      .getByRole("list", { name: "What to know of this answer" })
      .textContent();
    assert.match(notices!, /Synthetic data/);
    assert.doesNotMatch(notices!, /Say so to the user/);
    await page.locator(".meter-raw", { hasText: "raw GeoJSON would be" }).waitFor();
    await eventually(async () =>
      assert.match(
        (await page.locator(".meter").textContent())!,
        /of 65,536 tokens.*raw GeoJSON would be.*schemas/s,
      ),
    );

    const [first] = model.turns;
    assert.match(
      first!.messages[0].content,
      /^Today is \d{4}-\d\d-\d\d\..*"svc:hotspots" \(\d+, newest/,
    );
    assert.equal(first!.tools.length, 12);
    const starts = (await page.locator(".call-number").allTextContents()).join("");
    assert.equal(starts, "1234");

    assert.deepEqual(await axeFindings(page, ".pane"), []);
    await cards(page).nth(0).locator(".call-head").click();
    await takePicture(page, "ask-conversation");
    assert.deepEqual(await axeFindings(page, ".pane"), []);

    assert.equal(model.requests.filter((each) => each === "POST /v1/chat/completions").length, 5);
  } finally {
    await close();
    await model.close();
  }
});

/** How many detections the server has, by another way. */
async function countFrom(url: string): Promise<number> {
  const response = await fetch(`${url}/playground/status`);
  const { collections } = (await response.json()) as {
    collections: { id: string; count: number }[];
  };
  return collections.find(({ id }) => id === "svc:hotspots")!.count;
}

test("reload, Back and a link bring a conversation back, by its calls and without the key", async () => {
  const model = await startChatStandIn(
    (results) =>
      results.length === 0
        ? { calls: [{ id: "call_1", name: "list_collections", input: {} }] }
        : { text: "Satellites made **many** detections." },
    { key },
  );
  const { page, close } = await openAsk(server.url);
  const questions = () => page.locator("h2.question").allTextContents();
  const settled = async (expected: readonly string[]) => {
    await eventually(async () => assert.deepEqual(await questions(), expected));
    await page.locator(".working").waitFor({ state: "detached" });
    await eventually(async () => assert.equal(await page.locator(".call-card.running").count(), 0));
  };
  try {
    const example = page.locator("button.example").nth(1);
    const first = (await example.locator("span").first().textContent())!;
    await example.click();
    await settled([first]);
    await page.reload();
    await settled([first]);
    await page.locator(".call-card.answered .call-headline").first().waitFor();

    await choose(page, model.baseUrl);
    const asked = "How many fires are there?";
    await ask(page, asked);
    await settled([first, asked]);
    await page.locator(".answer-text strong").waitFor();
    const link = page.url();
    assert.ok(!link.includes(key) && !link.includes("Satellites"), link);
    await page.goBack();
    await settled([first]);
    await page.goForward();
    await settled([first, asked]);
    assert.match((await page.locator(".answer-text").textContent())!, /Satellites made/);

    await page.reload();
    await settled([first, asked]);
    await page.getByText("what the model wrote is not kept in the address").waitFor();
    assert.equal(await page.locator(".answer-text").count(), 0);
    await takePicture(page, "ask-from-address");
    assert.deepEqual(await axeFindings(page, ".pane"), []);
    await page.goto(`${server.url}/#/tools`);
    await page.getByRole("link", { name: "Ask", exact: true }).click();
    await settled([first, asked]);
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.locator("button.example").first().waitFor();
    assert.equal(new URL(page.url()).hash, "#/ask");
  } finally {
    await close();
    await model.close();
  }
});

test("an answer is drawn with its Markdown, however long the parser's thread takes to start", async () => {
  const model = await startChatStandIn(() => ({ text: "They are **many**." }), { key });
  const { page, close } = await openAsk(server.url);
  try {
    await page.clock.install();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/markdown-worker*", async (route) => {
      await held;
      await route.continue();
    });
    await choose(page, model.baseUrl);
    const started = page.waitForRequest("**/markdown-worker*");
    await ask(page, "How many fires are there?");
    await started;
    await page.locator(".answer-text.plain").waitFor();
    await page.clock.fastForward("10:00");
    release();
    await eventually(async () =>
      assert.equal(await page.locator(".answer-text strong").textContent(), "many"),
    );
  } finally {
    await close();
    await model.close();
  }
});

test("texts that no parser ends with, or that nest without end, leave the page whole", async () => {
  const texts = ["**a *b ".repeat(2500), ">".repeat(15_000), "[".repeat(30_000)];
  const model = await startChatStandIn((_, asked) => ({ text: texts[asked - 1]! }), { key });
  const { page, faults, close } = await openAsk(server.url);
  const foreign = (fault: string) => !fault.includes(model.baseUrl);
  try {
    await choose(page, model.baseUrl);
    for (const text of texts) {
      await ask(page, "What burns?");
      await page.locator(".answer-text").nth(texts.indexOf(text)).waitFor();
      await page.locator(".working").waitFor({ state: "detached" });
    }
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.locator("button.example").first().waitFor();
    assert.deepEqual(faults.filter(foreign), []);
  } finally {
    await close();
    await model.close();
  }
});

test("Stop ends the model's turn, and nothing is sent after it", async () => {
  const model = await startChatStandIn(() => "holds", { key });
  const { page, close } = await openAsk(server.url);
  try {
    // The first view makes calls of its own.
    await page.locator(".figure strong").waitFor();
    await choose(page, model.baseUrl);
    await ask(page, "What burns?");
    await page.locator(".answer-text").waitFor();
    const before = model.requests.length;
    const after: string[] = [];
    page.on("request", (request) => {
      if (!request.url().includes("/assets/")) after.push(request.url());
    });
    await page.getByRole("button", { name: "Stop" }).click();
    await model.left;
    await page.getByText("Stopped.", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "Ask again" }).waitFor();
    assert.equal(model.requests.length, before);
    assert.deepEqual(after, []);
    await takePicture(page, "ask-stopped");
  } finally {
    await close();
    await model.close();
  }
});

test("Stop ends a running call, and the model is not asked again", async () => {
  const model = await startChatStandIn(
    () => ({ calls: [{ id: "call_1", name: "list_collections", input: {} }] }),
    { key },
  );
  const { page, close } = await openAsk(server.url);
  try {
    await page.locator("button.example").first().waitFor();
    await choose(page, model.baseUrl);
    let release = () => {};
    await page.route("**/tools/list_collections*", async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      await route.abort();
    });
    await ask(page, "What is there?");
    await page.locator(".call-card.running").waitFor();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.locator(".call-card.cancelled").waitFor();
    await page.getByRole("button", { name: "Ask again" }).waitFor();
    assert.equal(model.turns.length, 1);
    release();
  } finally {
    await close();
    await model.close();
  }
});

const refused = [
  {
    what: "a model that refuses pages",
    options: { key, allows: "https://other.example" },
    given: key,
    expected:
      /is running, but refuses this page \(CORS\).*Access-Control-Allow-Origin: http:\/\/127/,
  },
  { what: "a wrong key", options: { key }, given: "sk-wrong-wrong", expected: /refuses the key/ },
  { what: "no key", options: { key }, given: "", expected: /needs a key: enter one/ },
];
for (const { what, options, given, expected } of refused) {
  test(`${what} is explained in plain words, in the test and in the feed`, async () => {
    const model = await startChatStandIn(() => ({ text: "no" }), options);
    const { page, close } = await openAsk(server.url);
    try {
      await choose(page, model.baseUrl, given);
      await ask(page, "What burns?");
      const alert = page.locator(".failure [role=alert]");
      await alert.waitFor();
      await eventually(async () => assert.match((await alert.textContent())!, expected));
      await page.getByRole("button", { name: "Model settings" }).click();
      await page.getByRole("button", { name: "Test", exact: true }).click();
      const report = page.locator("dialog .notice.error");
      await report.waitFor();
      await eventually(async () => assert.match((await report.textContent())!, expected));
      await eventually(async () =>
        assert.ok(given === "" || !(await page.content()).includes(given)),
      );
      assert.deepEqual(await axeFindings(page, "dialog"), []);
    } finally {
      await close();
      await model.close();
    }
  });
}

test("for a model that nothing serves, and one that the page may not call, it says what to set", async () => {
  const { page, faults, close } = await openAsk(server.url);
  const test = async () => {
    await page.getByRole("button", { name: "Test", exact: true }).click();
    const report = page.locator("dialog .notice.error");
    await report.waitFor();
    return report.textContent();
  };
  await openDialog(page);
  await page.getByLabel("Ollama").check();
  await page.getByLabel("Base URL").fill("http://127.0.0.1:9/v1");
  await page.getByLabel("Model", { exact: true }).fill("qwen3:8b");
  await eventually(async () =>
    assert.match((await test())!, /does not answer: start it with “ollama serve”/),
  );
  await page.getByLabel("OpenAI").check();
  await page.getByLabel("Model", { exact: true }).fill("gpt");
  const before = faults.length;
  await eventually(async () =>
    assert.match((await test())!, /EMBERLINE_CHAT_ORIGINS=https:\/\/api\.openai\.com/),
  );
  assert.equal(faults.length, before, "it is not even tried");
  await close();
});

test("a model is remembered only if asked to, and can be forgotten", async () => {
  const model = await startChatStandIn(() => ({ text: "Hello." }), { key });
  const { page, close } = await openAsk(server.url);
  try {
    await choose(page, model.baseUrl);
    await page.reload();
    await page.getByRole("button", { name: "Choose a model" }).first().waitFor();
    await openDialog(page);
    await eventually(async () =>
      assert.equal(await page.getByLabel(/Remember/).isChecked(), false),
    );
    await page.getByLabel(/Remember/).check();
    await page.getByRole("button", { name: "Cancel" }).click();
    await choose(page, model.baseUrl);
    assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(key));
    await page.reload();

    await openDialog(page);
    await page.getByLabel("Custom").check();
    await page.getByLabel("Base URL").fill(model.baseUrl);
    await page.getByLabel(/^Key/).fill(key);
    await page.getByLabel("Model", { exact: true }).fill("stand-in");
    await page.getByLabel(/Remember/).check();
    await page.getByRole("button", { name: "Use this model" }).click();
    await page.reload();
    await ask(page, "Hello?");
    await page.getByText("Hello.").waitFor();
    await eventually(async () =>
      assert.ok((await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(key)),
    );
    await openDialog(page);
    await page.getByRole("button", { name: "Forget this model" }).click();
    await eventually(async () =>
      assert.ok(!(await page.evaluate(() => JSON.stringify({ ...localStorage }))).includes(key)),
    );
    await page.getByRole("button", { name: "Choose a model" }).first().waitFor();
  } finally {
    await close();
    await model.close();
  }
});

test("without a model a question in one's own words leads to examples and the tools, and / lists the tools", async () => {
  const { page, faults, close } = await openAsk(server.url, phone);
  await page.locator("button.example").first().waitFor();
  await ask(page, "Which simulations of fire spread exist?");
  await page.getByText("No model read this question").waitFor();
  await takePicture(page, "ask-no-model");
  assert.deepEqual(await axeFindings(page, ".pane"), []);
  await eventually(async () => assert.ok((await page.locator(".no-model .example").count()) > 0));
  await page.locator(".no-model a[href='#/tools']").waitFor();

  const field = page.getByLabel("Your question, or / for a tool");
  await field.fill("/");
  const search = page.getByRole("searchbox", { name: "Search the tools" });
  await eventually(async () =>
    assert.ok(await search.evaluate((input) => input === document.activeElement)),
  );
  await eventually(async () =>
    assert.equal(await page.locator(".tool-group").getByRole("link").count(), 12),
  );
  assert.deepEqual(await axeFindings(page), []);
  await page.keyboard.type("assess_fire");
  await takePicture(page, "ask-slash");
  await page.keyboard.press("Enter");
  await page.waitForURL(/#\/tools\/assess_fire/);
  assert.deepEqual(faults, []);
  await close();
});

test("what is copied gets the same answer by curl, TypeScript, Python and MCP", async () => {
  const { page, close } = await openAsk(server.url, {
    ...desktop,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const folder = mkdtempSync(join(fileURLToPath(new URL(".", import.meta.url)), "copied-"));
  try {
    await page.locator("button.example").last().click();
    const card = cards(page).first();
    await page.locator(".call-card.answered").first().waitFor();
    await card.locator(".call-head").click();
    await card.getByRole("tab", { name: "What the model saw" }).click();
    const expected = JSON.parse((await card.locator(".call-panel pre").textContent())!);
    const copy = async (language: string) => {
      await card.getByRole("button", { name: language, exact: true }).click();
      await card.getByText("Copied.").waitFor();
      const text = await page.evaluate(() => navigator.clipboard.readText());
      await eventually(async () =>
        assert.equal(await card.locator(".copied pre").textContent(), text),
      );
      return text;
    };
    const options = { encoding: "utf8", env: { ...process.env, no_proxy: "*" } } as const;
    const curl = await copy("curl");
    const byCurl = execFileSync("/bin/sh", ["-c", curl.replace(/^curl/, "curl -sS")], options);
    assert.deepEqual(JSON.parse(byCurl), expected);
    assert.deepEqual(
      JSON.parse(execFileSync("python3", ["-c", await copy("Python")], options)),
      expected,
    );
    const file = join(folder, "copied.ts");
    writeFileSync(file, await copy("TypeScript"));
    const byTypeScript = execFileSync(process.execPath, [...typescript, file], options);
    assert.deepEqual(JSON.parse(byTypeScript), expected);
    const response = await fetch(`${server.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: await copy("MCP JSON-RPC"),
    });
    const [, message] = /^data: (.*)$/m.exec(await response.text())!;
    assert.deepEqual(JSON.parse(message!).result.structuredContent, expected);
  } finally {
    rmSync(folder, { recursive: true });
    await close();
  }
});

test("an opened call can be edited in Tools, and pinned to the map", async () => {
  const { page, close } = await openAsk(server.url);
  // The example of two calls stands first when all are known.
  await page.locator(".figure strong").waitFor();
  await page.locator("button.example").first().click();
  await page.locator(".call-card.answered").nth(1).waitFor();
  const card = cards(page).first();
  await card.locator(".call-head").click();
  await card.getByRole("button", { name: "Pin to the map" }).click();
  await card.getByText("Pinned").waitFor();
  const link = await card.getByRole("link", { name: "Edit & rerun" }).getAttribute("href");
  assert.match(link!, /^#\/tools\/assess_location\?near=.*&radius_km=60&time=/);
  await card.getByRole("button", { name: "Pin to the map" }).click();
  await card.getByText("Pinned").waitFor({ state: "detached" });
  await close();
});
