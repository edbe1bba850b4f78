import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { createHttpTools } from "@emberline/http-tools";
import { mcpServerFactory } from "@emberline/mcp-server";
import { fixtures } from "@emberline/test-support/programs";
import { catalogue, helpers } from "@emberline/tools";
import { createApp, openUpstream, readSettings } from "emberline";
import {
  calls,
  completed,
  completionDoors,
  type Door,
  helperCalls,
  mcp,
  mcpDoors,
  prompts,
  resources,
  skills,
  toolDoors,
} from "./support/doors.ts";
import { type Issuer, startIssuer } from "./support/issuer.ts";
import { type RecordedUpstream, startUpstream } from "./support/upstream.ts";

const publicUrl = "https://fires.example";
const host = { host: "127.0.0.1:3000" };
const keyOf = (name: string) => `emberline_key-of-${name}`;
const all = catalogue.map(({ name }) => name);

let folder: string;
let issuer: Issuer;
let upstream: RecordedUpstream;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-doors-"));
  issuer = await startIssuer();
  upstream = await startUpstream([{ id: "operator", secret: "operator-secret" }], fixtures);
});
after(async () => {
  await issuer.close();
  await upstream.close();
  await rm(folder, { recursive: true });
});

/** A kind of grant: how its entry says which tools it has, and which these are. */
interface Grant {
  readonly entry: { readonly name: string } & Readonly<Record<string, unknown>>;
  readonly tools: readonly string[];
}

const ofOneTool: readonly Grant[] = [
  { entry: { name: "everything" }, tools: all },
  ...all.map((name) => ({ entry: { name, tools: [name] }, tools: [name] })),
];
const grants: readonly Grant[] = [
  ...ofOneTool,
  ...["core", "analysis", "output"].map((toolset) => ({
    entry: { name: toolset, toolsets: [toolset] },
    tools: catalogue.filter((each) => each.toolset === toolset).map(({ name }) => name),
  })),
  {
    entry: { name: "most", excludeTools: ["query_features", "show_map"] },
    tools: all.filter((name) => name !== "query_features" && name !== "show_map"),
  },
];
const organization = { name: "organization", claims: { org: "globex" }, tools: ["find_place"] };

async function appWith(environment: Readonly<Record<string, string>>) {
  const settings = readSettings({
    args: [],
    environment: { ...upstream.environment, EMBERLINE_PUBLIC_URL: publicUrl, ...environment },
  });
  const log = () => {};
  const opened = await openUpstream(settings, publicUrl, log);
  const app = createApp(settings, opened, { log, metrics: { text: async () => "up 1\n" } });
  const ask = (
    bearer: string | undefined,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    method = body ? "POST" : "GET",
  ) =>
    app.fetch(
      new Request(`http://127.0.0.1:3000${path}`, {
        method,
        headers: {
          ...host,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
  return { app, ask, client: opened.client };
}

async function appWithKeys() {
  const file = join(folder, "keys.json");
  const keys = grants.map(({ entry }) => ({
    ...entry,
    sha256: createHash("sha256").update(keyOf(entry.name)).digest("hex"),
  }));
  await writeFile(file, JSON.stringify({ keys: [...keys, organization] }));
  return appWith({ EMBERLINE_KEYS_FILE: file, EMBERLINE_OAUTH_ISSUER: issuer.url });
}

type Ask = Awaited<ReturnType<typeof appWith>>["ask"];

/** Each template of resources with its names, as a caller with all tools sees them. */
async function templatesOf(ask: Ask) {
  const listed = await (
    await ask(keyOf("everything"), "/mcp", mcp("resources/templates/list"))
  ).text();
  return [...listed.matchAll(/"uriTemplate":"emberline:\/\/([^"]*)"/g)].map(([, template]) => ({
    uri: `emberline://${template}`,
    path: template!.replace(/\{\?.*/, ""),
    names: [...template!.matchAll(/[\w]+(?=[,}])/g)].map(([name]) => name),
  }));
}

async function assertDoor(ask: Ask, bearer: string, tools: readonly string[], door: Door) {
  const asked = upstream.requests.length;
  const answer = await ask(bearer, door.path, door.body, door.headers);
  const text = await answer.text();
  const what = `${door.path} ${JSON.stringify(door.body)} with ${tools}: ${text.slice(0, 300)}`;
  if (door.isOpenFor(tools)) return assert.match(text, door.shows, what);
  assert.doesNotMatch(text, door.shows, what);
  assert.equal(upstream.requests.length, asked, `nothing is asked for: ${what}`);
}

test("every door shows a key what its tools show, and asks the service for nothing else", async () => {
  const { ask } = await appWithKeys();
  const completions = (await templatesOf(ask)).flatMap(({ uri, path, names }) =>
    names.flatMap((name) =>
      completionDoors({ type: "ref/resource", uri }, name, resources[path]![2]),
    ),
  );
  // What a toolset stands for is tested by the lists below.
  for (const { entry, tools } of ofOneTool) {
    for (const door of [...toolDoors, ...mcpDoors, ...completions])
      await assertDoor(ask, keyOf(entry.name), tools, door);
  }
});

test("the tools of an organization, and those that the operator offers, are all that its callers have", async () => {
  const token = await issuer.token({ sub: "ann", aud: publicUrl, org: "globex" });
  const key = keyOf("operator");
  const operators = await appWith({ EMBERLINE_API_KEYS: key, EMBERLINE_TOOLS: "find_place" });
  for (const [ask, bearer] of [
    [(await appWithKeys()).ask, token],
    [operators.ask, key],
  ] as const) {
    for (const door of [...toolDoors, ...mcpDoors])
      await assertDoor(ask, bearer, ["find_place"], door);
  }
});

test("what is listed to a key is what is open to it", async () => {
  const { ask } = await appWithKeys();
  for (const { entry, tools } of grants) {
    const listed = listsOf(ask, keyOf(entry.name));
    assert.deepEqual(await listed.tools(), tools.toSorted());
    assert.deepEqual(await listed.described(), [...tools, "call"].sort());
    const open = <Row extends readonly unknown[]>(table: Readonly<Record<string, Row>>) =>
      Object.keys(table)
        .filter((name) => (table[name]!.at(-1) as Door["isOpenFor"])(tools))
        .sort();
    assert.deepEqual(await listed.mcp("tools", "name"), tools.toSorted());
    assert.deepEqual(await listed.mcp("prompts", "name"), open(prompts));
    const paths = open(resources);
    const isTemplate = (path: string) => path.includes("{") || path === "simulations";
    assert.deepEqual(
      await listed.mcp("resources/templates", "uriTemplate"),
      paths.filter(isTemplate),
    );
    // Their ids are those of list_collections.
    const ofEach = ["collections/{collection}", "collections/{collection}/queryables"];
    const whole = [
      "collections",
      "simulations",
      ...(tools.includes("list_collections") ? ofEach : []),
    ];
    const isWhole = (path: string) => whole.includes(path);
    assert.deepEqual(await listed.mcp("resources", "uri"), [
      ...paths.filter(isWhole),
      ...open(skills),
    ]);
    assert.deepEqual(await listed.mcp("skills", "uri"), open(skills));
  }
});

/** Names of what a caller is told that there is, each once and in order. */
function listsOf(ask: Ask, bearer: string) {
  const sorted = (names: Iterable<string>) => [...new Set(names)].sort();
  return {
    async tools() {
      const { tools } = await (await ask(bearer, "/tools")).json();
      return sorted(tools.map(({ name }: { name: string }) => name));
    },
    async described() {
      const { paths } = await (await ask(bearer, "/openapi.json")).json();
      const names = Object.keys(paths).map((path) => /^\/tools\/(\w+)$/.exec(path)?.[1]);
      return sorted(names.filter((name) => name !== undefined));
    },
    /** Of URIs, what is after the scheme, with a variable in place of ids and without the query. */
    async mcp(what: string, member: string) {
      const text = await (await ask(bearer, "/mcp", mcp(`${what}/list`))).text();
      const { result } = JSON.parse(/\{.*\}/s.exec(text)![0]);
      const [list] = Object.values(result).filter(Array.isArray);
      return sorted(
        list!.map((each) =>
          each[member]
            .replace("emberline://", "")
            .replace(/\{\?.*/, "")
            .replace(/svc%3A[\w-]+/, "{collection}"),
        ),
      );
    },
  };
}

test("what no tool of a key reads cannot be watched", async () => {
  const { ask } = await appWithKeys();
  const watchable = Object.entries(resources).filter(([path]) =>
    /^(areas|places|fires)/.test(path),
  );
  assert.equal(watchable.length, 3);
  for (const { entry, tools } of grants) {
    const bearer = keyOf(entry.name);
    const session = await sessionOf(ask, bearer);
    for (const [, [path, , isOpenFor]] of watchable) {
      const uri = `emberline://${path}`;
      const listened = await listen(ask, bearer, uri);
      const subscribed = await ask(bearer, "/mcp", mcp("resources/subscribe", { uri }), session);
      const text = await subscribed.text();
      if (isOpenFor(tools)) {
        assert.match(listened.headers.get("content-type")!, /event-stream/, uri);
        await listened.body!.cancel();
        assert.doesNotMatch(text, /"error"/);
      } else {
        assert.match(await listened.text(), /cannot be watched/, uri);
        assert.match(text, /cannot be watched|Method not found/, uri);
      }
    }
  }
});

function listen(ask: Ask, bearer: string, uri: string): ReturnType<Ask> {
  const request = mcp("subscriptions/listen", {
    notifications: { resourceSubscriptions: [uri] },
    _meta: {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  });
  return ask(bearer, "/mcp", request, {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "subscriptions/listen",
  });
}

/** The headers of a new session. */
async function sessionOf(ask: Ask, bearer: string): Promise<Record<string, string>> {
  const version = "2025-06-18";
  const params = {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: "test", version: "0" },
  };
  const { headers } = await ask(bearer, "/mcp", mcp("initialize", params));
  return { "mcp-session-id": headers.get("mcp-session-id")!, "mcp-protocol-version": version };
}

test("every tool, helper, route, method, resource, prompt and completion has its door above", async () => {
  const { ask, client } = await appWithKeys();
  assert.deepEqual(Object.keys(calls), all);
  const names = Object.values(helpers).map(({ name }) => name);
  assert.deepEqual(Object.keys(helperCalls).sort(), names.sort());
  const everything = listsOf(ask, keyOf("everything"));
  assert.deepEqual(Object.keys(prompts).sort(), await everything.mcp("prompts", "name"));
  assert.deepEqual(Object.keys(skills).sort(), await everything.mcp("skills", "uri"));
  const templates = await everything.mcp("resources/templates", "uriTemplate");
  assert.deepEqual(Object.keys(resources).sort(), ["collections", ...templates].sort());
  const listed = await (await ask(keyOf("everything"), "/mcp", mcp("prompts/list"))).text();
  const ofPrompts = [
    ...listed.matchAll(/"name":"(\w+)","title":"[^"]*","description":"[^"]*","req/g),
  ];
  const ofTemplates = (await templatesOf(ask)).flatMap((each) => each.names);
  const completable = new Set([...ofPrompts.map(([, name]) => name!), ...ofTemplates]);
  assert.deepEqual(Object.keys(completed).sort(), [...completable].sort());
  const context = { client, now: Date.now, notices: [] };
  const options = { tools: catalogue, version: "0", context, watches: {} as never };
  const routes = createHttpTools(options).routes.filter(({ method }) => method !== "ALL");
  assert.deepEqual([...new Set(routes.map(({ method, path }) => `${method} ${path}`))].sort(), [
    "GET /docs/problems",
    "GET /docs/problems/:code",
    "GET /openapi.json",
    "GET /tools",
    "GET /tools/:name",
    "POST /tools/:name",
    "POST /tools/call",
  ]);
  const { server } = mcpServerFactory(options)();
  const methods = Reflect.get(server, "_requestHandlers") as Map<string, unknown>;
  const readNothing = ["initialize", "ping", "logging/setLevel", "resources/unsubscribe"];
  const read = ["tools/list", "tools/call", "prompts/list", "prompts/get", "completion/complete"];
  const ofSkills = ["skills/get", "skills/list"];
  const ofResources = ["list", "templates/list", "read", "subscribe"].map(
    (each) => `resources/${each}`,
  );
  assert.deepEqual(
    [...methods.keys()].sort(),
    [...readNothing, ...read, ...ofResources, ...ofSkills].sort(),
  );
});
