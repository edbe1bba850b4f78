import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Client, ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/client";
import { everyMcpClient } from "./support/mcp-clients.ts";

type Person = (asked: ElicitRequestFormParams) => ElicitResult;
type Clients = Awaited<ReturnType<typeof everyMcpClient>>;

let asking: Clients;
let mute: Clients;
/** Who answers the questions of the server. */
let person: Person;

before(async () => {
  asking = await everyMcpClient({ elicitation: { form: {} } }, (client) => {
    client.setRequestHandler("elicitation/create", ({ params }) =>
      person(params as ElicitRequestFormParams),
    );
  });
  mute = await everyMcpClient();
});
after(() => Promise.all([...asking, ...mute].map(({ client }) => client.close())));

const near = { name: "assess_location", arguments: { near: "Springfield" } };
const within = {
  name: "query_features",
  arguments: { collection: "svc:hotspots", within: "Georgia" },
};

/** The values and titles that the server offers for an argument. */
function offered({ requestedSchema }: ElicitRequestFormParams, argument: string) {
  const { enum: values, enumNames: titles } = requestedSchema.properties[argument] as {
    enum: string[];
    enumNames: string[];
  };
  assert.equal(values.length, titles.length);
  return values;
}

/** Who picks the first of the options that hold the text, and whether it was asked. */
function picking(argument: string, text: string): { person: Person; asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    person(params) {
      asked.push(params.message);
      const value = offered(params, argument).find((each) => each.includes(text));
      return { action: "accept", content: { [argument]: value! } };
    },
  };
}

async function call(client: Client, params: typeof near | typeof within) {
  const { isError, content } = await client.callTool(params);
  const [first] = content as { text?: string }[];
  return { isError: isError === true, text: first!.text! };
}

test("a client that can is asked which place or area is meant, once", async (t) => {
  for (const { name, client } of asking) {
    await t.test(name, async () => {
      const place = picking("near", "Illinois");
      person = place.person;
      const found = await call(client, near);
      assert.ok(!found.isError, found.text);
      assert.match(found.text, /Springfield, Illinois/);
      assert.deepEqual(place.asked, ['Which place is meant by "Springfield"?']);
      const area = picking("within", "United States");
      person = area.person;
      const state = await call(client, within);
      assert.ok(!state.isError, state.text);
      assert.match(state.text, /Georgia, United States/);
      assert.equal(area.asked.length, 1);
    });
  }
});

test("who declines, cancels or answers with something else gets the error of today", async (t) => {
  for (const { name, client } of asking) {
    await t.test(name, async () => {
      for (const action of ["decline", "cancel"] as const) {
        let questions = 0;
        person = () => {
          questions++;
          return { action };
        };
        const { isError, text } = await call(client, near);
        assert.ok(isError);
        assert.match(text, /^invalid_input: near: "Springfield" may be several places/);
        assert.equal(questions, 1);
      }
      person = () => ({ action: "accept", content: { near: "Xyzzyville" } });
      const { isError, text } = await call(client, near);
      assert.ok(isError);
      assert.match(text, /no place named "Xyzzyville"/);
    });
  }
});

test("a client that cannot be asked gets the error with the candidates", async (t) => {
  for (const { name, client } of mute) {
    await t.test(name, async () => {
      const { isError, text } = await call(client, near);
      assert.ok(isError);
      assert.match(text, /may be several places: Springfield, Missouri/);
    });
  }
});
