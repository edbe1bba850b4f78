import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { origin } from "@emberline/test-served/in-process";
import { type SplitService, secretOf } from "@emberline/test-served/split-service";
import {
  answerOf,
  errorOf,
  httpTools,
  mcpHttp,
  type Surface,
} from "@emberline/test-served/surfaces";
import { appOver, partOf, splitFixtures } from "./split-surfaces.ts";

let split: SplitService;
let folder: string;

before(async () => {
  split = await splitFixtures();
  folder = await mkdtemp(join(tmpdir(), "emberline-keys-"));
});
after(async () => {
  await split.close();
  await rm(folder, { recursive: true });
});

type Upstreams = Readonly<Record<string, object>>;
type App = Awaited<ReturnType<typeof appOver>>;

/** The app with a key for each name, and what else its environment has. */
async function appWith(
  keys: Readonly<Record<string, { upstreams?: Upstreams; upstream?: object }>>,
  secrets: Record<string, string> = {},
  entries: SplitService["entries"] = split.entries,
): Promise<App> {
  const file = join(folder, "keys.json");
  const all = Object.entries(keys).map(([name, more]) => ({
    name,
    sha256: createHash("sha256").update(`key-of-${name}`).digest("hex"),
    ...more,
  }));
  await writeFile(file, JSON.stringify({ keys: all }));
  return appOver(split, entries, { EMBERLINE_KEYS_FILE: file, ...secrets });
}

/** Both surfaces with the key of a name. */
async function surfacesOf(app: App, name: string): Promise<Surface[]> {
  const fetch: App = (input, init) => {
    const headers = new Headers(input instanceof Request ? input.headers : undefined);
    for (const [header, value] of new Headers(init?.headers)) headers.set(header, value);
    headers.set("authorization", `Bearer key-of-${name}`);
    return app(input, { ...init, headers });
  };
  return [httpTools(origin, fetch), await mcpHttp(origin, fetch)];
}

const own = (name: string, secretVariable: string) => ({
  [name]: { clientId: `${name}-client`, secretVariable },
});
const hotspots = { collection: "hot:svc:hotspots" };
const perimeters = { collection: "fires:svc:satellite-perimeters" };

test("a key uses its own credentials for the services that it names, and the operator's for others", async () => {
  const app = await appWith(
    {
      acme: { upstreams: own("hot", "ACME_HOT") },
      globex: { upstreams: own("fires", "GLOBEX_FIRES") },
      plain: {},
    },
    { SECRET_OF_HOT: "wrong-operator", ACME_HOT: secretOf("hot"), GLOBEX_FIRES: "wrong-globex" },
  );
  for (const surface of await surfacesOf(app, "acme")) {
    assert.ok((await answerOf(surface, "query_features", hotspots)).rows.length > 0);
    assert.ok((await answerOf(surface, "query_features", perimeters)).rows.length > 0);
    await surface.close();
  }
  for (const surface of await surfacesOf(app, "globex")) {
    for (const [input, service] of [
      [hotspots, "hot"],
      [perimeters, "fires"],
    ] as const)
      assert.match(
        await errorOf(surface, "query_features", input),
        new RegExp(`^service_authentication: Service ${service}: `),
      );
    await surface.close();
  }
  for (const surface of await surfacesOf(app, "plain")) {
    assert.match(await errorOf(surface, "query_features", hotspots), /^service_authentication/);
    assert.ok((await answerOf(surface, "query_features", perimeters)).rows.length > 0);
    await surface.close();
  }
});

test("organizations with different credentials share no tokens and no cursors", async () => {
  const app = await appWith(
    { acme: { upstreams: own("hot", "ACME_HOT") }, plain: {} },
    { ACME_HOT: secretOf("hot") },
  );
  const hot = partOf(split, "hot");
  const exchanges = () => hot.seen.filter(({ path }) => path === "/v1/token").length;
  const before = exchanges();
  const [[acme], [plain]] = [await surfacesOf(app, "acme"), await surfacesOf(app, "plain")];
  const { next_cursor: cursor } = await answerOf(acme!, "query_features", {
    ...hotspots,
    limit: 1,
  });
  assert.equal(typeof cursor, "string");
  await answerOf(plain!, "query_features", hotspots);
  assert.equal(exchanges() - before, 2);
  const next = { ...hotspots, limit: 1, cursor };
  assert.match(await errorOf(plain!, "query_features", next), /^invalid_input: .*cursor/i);
  assert.equal((await answerOf(acme!, "query_features", next)).rows.length, 1);
});

test("an embedded service among them is the same for all keys", async () => {
  const [hot] = split.entries;
  const app = await appWith(
    { acme: { upstreams: own("hot", "ACME_HOT") }, plain: {} },
    { ACME_HOT: secretOf("hot") },
    [{ name: "sample", embedded: true }, hot!],
  );
  const listed = await Promise.all(
    ["acme", "plain"].map(async (name) => {
      const [surface] = await surfacesOf(app, name);
      return answerOf(surface!, "list_collections");
    }),
  );
  assert.deepEqual(listed[0], listed[1]);
  assert.match(JSON.stringify(listed[0]), /sample:svc:hotspots/);
});

test("credentials that fit no service are one sentence that says what would be right", async () => {
  const entry = '^Error: the entry "acme" of EMBERLINE_KEYS_FILE ';
  const bearer = [{ ...split.entries[0]!, auth: "bearer", clientId: undefined }];
  const two = { upstream: { clientId: "a", secretVariable: "B" }, upstreams: own("hot", "B") };
  const wrong: readonly (readonly [object, string, SplitService["entries"]?])[] = [
    [
      { upstreams: own("cold", "SECRET_OF_HOT") },
      `${entry}.*"cold": name one of hot, fires, static`,
    ],
    [{ upstreams: own("hot", "NOT_SET") }, `${entry}.*variable NOT_SET: set it`],
    [{ upstreams: { hot: { secretVariable: "SECRET_OF_HOT" } } }, `${entry}.*no clientId: give it`],
    [{ upstreams: own("hot", "SECRET_OF_HOT") }, `${entry}.*needs no clientId: omit it`, bearer],
    [{ upstreams: {} }, "give one service or more"],
    [two, "give either upstream, for one service, or upstreams, for several"],
    [{ upstream: { clientId: "a", secretVariable: "B" } }, `${entry}.*give upstreams, by the name`],
  ];
  for (const [more, expected, entries] of wrong) {
    await assert.rejects(appWith({ acme: more }, {}, entries), (error: Error) => {
      assert.match(String(error), new RegExp(expected));
      assert.ok(!error.message.includes(secretOf("hot")));
      return true;
    });
  }
});
