import assert from "node:assert/strict";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fixtures } from "@emberline/test-support/programs";
import type { Client, ElicitRequestFormParams, ElicitResult } from "@modelcontextprotocol/client";
import { everyMcpClient } from "./support/mcp-clients.ts";

type Person = (asked: ElicitRequestFormParams) => ElicitResult;
type Clients = Awaited<ReturnType<typeof everyMcpClient>>;

/** The fixtures with two fires of one name. */
let folder: string;
let asking: Clients;
let mute: Clients;
/** Who answers the questions of the server. */
let person: Person;

const bears = [
  { state: "Idaho", date: "2022-07-20", west: -114 },
  { state: "Montana", date: "2023-08-11", west: -112 },
].map(({ state, date, west }, i) => ({
  type: "Feature",
  id: `bear-${i}`,
  geometry: {
    type: "Polygon",
    coordinates: [
      [
        [west, 46],
        [west + 0.1, 46],
        [west + 0.1, 46.1],
        [west, 46.1],
        [west, 46],
      ],
    ],
  },
  properties: {
    incident_id: `bear-${i}`,
    incident_name: "BEAR",
    state,
    sequence: 1,
    datetime: `${date}T00:00:00Z`,
  },
}));

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-questions-"));
  await cp(fixtures, folder, { recursive: true });
  const lines = bears.map((bear) => JSON.stringify(bear)).join("\n");
  await writeFile(join(folder, "satellite-perimeters.geojsonl"), lines);
  const prepare = (client: Client) =>
    client.setRequestHandler("elicitation/create", ({ params }) =>
      person(params as ElicitRequestFormParams),
    );
  asking = await everyMcpClient({ elicitation: { form: {} } }, prepare, folder);
  mute = await everyMcpClient({}, () => {}, folder);
});
after(async () => {
  await Promise.all([...asking, ...mute].map(({ client }) => client.close()));
  await rm(folder, { recursive: true });
});

const near = { name: "assess_location", arguments: { near: "Springfield" } };
const within = {
  name: "query_features",
  arguments: { collection: "svc:hotspots", within: "Georgia" },
};

const fire = { name: "assess_fire", arguments: { fire: "Bear" } };

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

async function call(client: Client, params: typeof near | typeof within | typeof fire) {
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

test("a client that can is asked which of two fires of one name is meant", async (t) => {
  for (const { name, client } of asking) {
    await t.test(name, async () => {
      for (const { state, date } of [
        { state: "Idaho", date: "2022-07-20" },
        { state: "Montana", date: "2023-08-11" },
      ]) {
        let labels: readonly string[] = [];
        const asked: string[] = [];
        person = (params) => {
          asked.push(params.message);
          const values = offered(params, "fire");
          const { enumNames } = params.requestedSchema.properties.fire as { enumNames: string[] };
          labels = enumNames;
          const at = enumNames.findIndex((label) => label.includes(state));
          return { action: "accept", content: { fire: values[at]! } };
        };
        const { isError, text } = await call(client, fire);
        assert.ok(!isError, text);
        assert.deepEqual(asked, ['Which fire is meant by "Bear"?']);
        assert.equal(labels.length, 2);
        assert.ok(text.includes(date), text);
      }
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
        assert.match(text, /"message":"near: \\"Springfield\\" may be several places/);
        assert.equal(questions, 1);
      }
      person = () => ({ action: "accept", content: { near: "Xyzzyville" } });
      const { isError, text } = await call(client, near);
      assert.ok(isError);
      assert.match(text, /no place named \\"Xyzzyville\\"/);
    });
  }
});

test("a client that cannot be asked gets the error with the candidates", async (t) => {
  for (const { name, client } of mute) {
    await t.test(name, async () => {
      const { isError, text } = await call(client, near);
      assert.ok(isError);
      assert.match(text, /may be several places: Springfield, Missouri/);
      const fires = await call(client, fire);
      assert.ok(fires.isError);
      assert.match(fires.text, /\\"Bear\\" may be 2 fires: .*Montana.*Idaho/);
    });
  }
});
