import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertQuoted,
  assertVisible,
  hostile,
  mark,
  names,
  numbers,
} from "@emberline/test-support/hostile-names";
import type { ClientOptions, ElicitRequestFormParams } from "@modelcontextprotocol/client";
import { hostileId, hostileService, hotspots } from "../../tools/test/hostile-service.ts";
import { contextOf } from "../../tools/test/support.ts";
import { connect, openHandler } from "./support/handler.ts";

const newest: ClientOptions = {
  versionNegotiation: { mode: "auto" },
  capabilities: { elicitation: { form: {} } },
};

/** A client of the tools over a service whose every text is hostile. */
async function open(options: ClientOptions = newest) {
  const { context } = contextOf(hostileService());
  const { client } = await connect(openHandler({ context }).fetch, options);
  return client;
}

test("names, titles and descriptions of resources quote the service", async () => {
  const client = await open();
  const { resources } = await client.listResources();
  const ofHostile = resources.filter(({ uri }) => uri.includes(mark));
  assert.equal(ofHostile.length, 4);
  const ofData = resources.filter(({ uri }) => !uri.startsWith("skill://"));
  for (const { uri, name, title, description } of ofData) {
    for (const text of [name, title!, description!]) assertQuoted(text, 250);
    assert.match(uri, /^emberline:\/\/[\w/%.~!*'()-]+$/);
  }
  const { contents } = await client.readResource({
    uri: ofHostile.find(({ uri }) => uri.endsWith(hostileId))!.uri,
  });
  assertVisible((contents[0] as { text: string }).text);
  await client.close();
});

test("prompts quote their arguments, which may be names of the data", async () => {
  const client = await open();
  const { prompts } = await client.listPrompts();
  for (const { name, arguments: taken = [] } of prompts) {
    for (const n of numbers) {
      const given = taken.map((each) => [each.name, hostile(n)]);
      const { messages } = await client.getPrompt({ name, arguments: Object.fromEntries(given) });
      const { text } = messages[0]!.content as { text: string };
      assertQuoted(text, 2000);
      // Whole, as JSON has it.
      const [quote] = text.match(/"Qzx(?:[^"\\]|\\.)*"/)!;
      assert.equal(JSON.parse(quote), hostile(n).trim());
    }
  }
  await client.close();
});

const filter = { type: "ref/prompt" as const, name: "explain_filter" };
const story = { type: "ref/prompt" as const, name: "fire_story" };
const queryable = {
  type: "ref/resource" as const,
  uri: "emberline://collections/{collection}/queryables/{property}",
};

for (const [ref, name] of [
  [filter, "collection"],
  [filter, "filter"],
  [story, "fire"],
  [queryable, "property"],
] as const) {
  test(`completions of ${name} are names on one line, cut, and in filters one name each`, async () => {
    const client = await open();
    const { completion } = await client.complete({
      ref,
      argument: { name, value: mark },
      context: { arguments: { collection: hotspots } },
    });
    assert.ok(completion.values.length > 0);
    for (const value of completion.values) {
      assertVisible(value);
      assert.ok(value.length <= 300, value);
      // OGC 21-065r2: within double quotes, one stands for itself if doubled.
      if (name === "filter") assert.match(value, /^(?:[\w:.]+|"(?:[^"]|"")+")$/);
    }
    await client.close();
  });
}

test("a question to the person shows names on one line, cut", async () => {
  const client = await open();
  const asked: ElicitRequestFormParams[] = [];
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params as ElicitRequestFormParams);
    return { action: "decline" as const };
  });
  await client.callTool({ name: "assess_fire", arguments: { fire: `${mark} Creek` } });
  assert.equal(asked.length, 1);
  const [{ message, requestedSchema }] = asked as [ElicitRequestFormParams];
  assertQuoted(message);
  const { title, enumNames } = requestedSchema.properties.fire as unknown as {
    title: string;
    enumNames: string[];
  };
  assertQuoted(title);
  assert.ok(enumNames.length > 1);
  for (const label of enumNames) {
    assertVisible(label);
    assert.ok(label.length <= 200, label);
  }
  await client.close();
});

test("errors of prompts, completions, resources and tools quote what they refuse", async () => {
  // In newer revisions names are in headers too, and the SDK refuses those that cannot be.
  const client = await open({});
  for (const text of [...names, ...numbers.map(hostile)]) {
    const given = { [text]: "x" };
    for (const refused of [
      () => client.getPrompt({ name: text }),
      () => client.getPrompt({ name: "fire_story", arguments: given }),
      () => client.complete({ ref: story, argument: { name: text, value: "" } }),
      () => client.complete({ ref: { ...queryable, uri: text }, argument: queryableArgument }),
      () => client.readResource({ uri: text }),
      () => client.readResource({ uri: `emberline://fires/${text.toWellFormed()}` }),
      () => client.readResource({ uri: `emberline://simulations?${text.toWellFormed()}=1` }),
      () => client.readResource({ uri: `emberline://collections/${text.toWellFormed()}` }),
      () => client.callTool({ name: text, arguments: {} }),
    ])
      await assert.rejects(refused, ({ message }: Error) => {
        assertQuoted(message);
        return true;
      });
  }
  await client.close();
});

const queryableArgument = { name: "property", value: "" };
