import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { helpLines, markdownTable } from "@emberline/settings";
import { catalogue } from "@emberline/tools";
import { readSettings, settings, usage } from "emberline";

const read = (environment: Record<string, string> = {}, ...args: string[]) =>
  readSettings({ args, environment });

const service = {
  EMBERLINE_BASE_URL: "https://service.test",
  EMBERLINE_CLIENT_ID: "id",
  EMBERLINE_CLIENT_SECRET: "hush-hush",
};

test("the README has the table of settings, and the help lists all of them", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const wanted = markdownTable(settings);
  assert.ok(readme.includes(`\n${wanted}\n`), `put this table into README.md:\n\n${wanted}\n`);
  assert.ok(usage.includes(helpLines(settings)));
});

test("without settings a service is embedded, for this machine only", () => {
  const { host, port, apiKeys, exportMinutes, exportMaxMb, ...others } = read();
  assert.deepEqual([host, port, apiKeys()], ["127.0.0.1", 3000, []]);
  assert.deepEqual([exportMinutes, exportMaxMb], [60, 2000]);
  assert.deepEqual([others.service, others.geocoder, others.publicUrl], [null, null, undefined]);
  assert.deepEqual(others.tools, catalogue);
});

test("client id and secret apply to the configured or the embedded service", () => {
  assert.equal(read(service).service?.clientId, "id");
  const { EMBERLINE_BASE_URL: _, ...client } = service;
  const { clientSecret, ...embedded } = read(client).embedded;
  assert.deepEqual(clientSecret!(), ["hush-hush"]);
  assert.deepEqual(embedded, {
    signingSecret: undefined,
    data: undefined,
    synthetic: false,
    live: null,
    store: null,
    strict: false,
    clientId: "id",
    adminKey: undefined,
    state: undefined,
  });
});

test("features are in memory, or in the database of --store or EMBERLINE_STORE", () => {
  const url = "postgres://user:hush@db.example/fires";
  assert.deepEqual(read({ EMBERLINE_STORE: url }).embedded.store, { url, replicaUrl: undefined });
  assert.throws(() => read({ EMBERLINE_STORE_REPLICA: url }), /--store is not: set both/);
  assert.throws(
    () => read({ ...service, EMBERLINE_STORE: url }),
    (error: Error) => {
      assert.match(error.message, /EMBERLINE_BASE_URL and --store/);
      return !error.message.includes("hush");
    },
  );
});

test("live feeds are read with --live or EMBERLINE_LIVE only", () => {
  const key = "0123456789abcdef0123456789abcdef";
  const environment = { EMBERLINE_FIRMS_KEY: key, EMBERLINE_LIVE_AREAS: "Oregon; -10,35,5.5,44" };
  assert.equal(read(environment).embedded.live, null);
  assert.equal(read({ ...environment, EMBERLINE_LIVE: "no" }).embedded.live, null);
  for (const live of [
    read({ ...environment, EMBERLINE_LIVE: "1" }).embedded.live,
    read(environment, "--live").embedded.live,
  ]) {
    assert.equal(live?.firmsKey, key);
    assert.equal(live?.firmsUrl.href, "https://firms.modaps.eosdis.nasa.gov/");
    assert.deepEqual(live?.areas, ["Oregon", [-10, 35, 5.5, 44]]);
  }
});

test("a configuration file of live feeds gives way to variables", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-settings-"));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, "live.json");
  const environment = { EMBERLINE_LIVE: "yes", EMBERLINE_LIVE_CONFIG: file };
  const config = { areas: [[1, 2, 3, 4]], sources: ["wfigs-perimeters"], days: 5, minutes: 60 };
  await writeFile(file, JSON.stringify(config));
  const { live } = read({ ...environment, EMBERLINE_LIVE_DAYS: "6" }).embedded;
  assert.deepEqual(
    [live?.areas, live?.sources, live?.days, live?.minutes],
    [[[1, 2, 3, 4]], ["wfigs-perimeters"], 6, 60],
  );
  for (const [text, message] of [
    ["{", /^Error: EMBERLINE_LIVE_CONFIG ".*live\.json" is not JSON: give a JSON file such as \{/],
    ['{"area": []}', /^Error: EMBERLINE_LIVE_CONFIG has "area" \(did you mean "areas"\?\)/],
    ['{"days": 0}', /^Error: EMBERLINE_LIVE_CONFIG ".*live\.json" has a wrong days: write it as/],
  ] as const) {
    await writeFile(file, text);
    assert.throws(() => read(environment), message);
  }
});

test("the public URL has no trailing slash", () => {
  const { publicUrl } = read(
    { EMBERLINE_PUBLIC_URL: "https://fires.example/emberline/" },
    "--open",
  );
  assert.equal(publicUrl, "https://fires.example/emberline");
});

test("other machines need a key", () => {
  const keys = ["a-key-of-16-char", "another-key-of-22-char"];
  assert.throws(() => read({ HOST: "0.0.0.0" }), /^Error: --host or HOST is "0\.0\.0\.0".*KEYS/);
  const { apiKeys } = read({ EMBERLINE_API_KEYS: keys.join(", ") }, "--host", "0.0.0.0");
  assert.deepEqual(apiKeys(), keys);
});

for (const [environment, args] of [
  [{ EMBERLINE_PUBLIC_URL: "https://fires.example" }, []],
  [{}, ["--trust-proxy"]],
  [{ HOST: "::" }, []],
] as const) {
  test(`nobody opens a server by mistake: ${JSON.stringify([environment, args])}`, () => {
    assert.throws(
      () => read({ ...environment }, ...args),
      /^Error: [^\n]* without keys anybody could call this server: set EMBERLINE_API_KEYS .*--open/,
    );
    const key = { EMBERLINE_API_KEYS: "a-key-of-16-char" };
    assert.equal(read({ ...environment, ...key }, ...args).apiKeys().length, 1);
    assert.equal(read({ ...environment }, ...args, "--open").apiKeys().length, 0);
    assert.equal(read({ ...environment, EMBERLINE_OPEN: "yes" }, ...args).apiKeys().length, 0);
  });
}

test("an address of this machine is not public", () => {
  for (const url of ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])
    assert.equal(read({ EMBERLINE_PUBLIC_URL: url }).publicUrl, url);
});

test("an empty choice of tools is none, and not all", () => {
  assert.throws(() => read({ EMBERLINE_TOOLS: "," }), /EMBERLINE_TOOLS is ",": give one or more/);
});

for (const [environment, args, message] of [
  [{ PORT: "http" }, [], 'PORT is "http": give a whole number from 0 to 65535.'],
  [{}, ["--port", "65536"], '--port is "65536": give a whole number from 0 to 65535.'],
  [{}, ["--prot", "1"], "--prot is not an option: did you mean --port?"],
  [{}, ["./data"], "emberline takes options only: give a folder as --data DIR."],
  [{ EMBERLINE_LIVE: "maybe" }, [], 'EMBERLINE_LIVE is "maybe": give yes or no.'],
  [
    { EMBERLINE_FIRMS_KEY: "a/b" },
    [],
    "EMBERLINE_FIRMS_KEY is invalid: give the MAP_KEY that NASA sent by mail: 32 letters and digits.",
  ],
  [
    { EMBERLINE_LIVE_AREAS: "1,2,3" },
    [],
    'EMBERLINE_LIVE_AREAS has "1,2,3", which is not a box: give names such as Oregon, or boxes west,south,east,north, separated by ;.',
  ],
  [
    { ...service, EMBERLINE_LIVE: "yes" },
    [],
    "EMBERLINE_BASE_URL and --live or EMBERLINE_LIVE are both set: no service is embedded then, so leave one of them out.",
  ],
  [{ EMBERLINE_DATA: "/no/such" }, [], 'EMBERLINE_DATA is "/no/such": give a folder that exists.'],
  [
    { EMBERLINE_EXPORT_MINUTES: "soon" },
    [],
    'EMBERLINE_EXPORT_MINUTES is "soon": give a number above 0, at most 20160.',
  ],
  [
    { EMBERLINE_PUBLIC_URL: "https://me:hush-hush@fires.test" },
    [],
    "EMBERLINE_PUBLIC_URL is invalid: give a URL without user, query or fragment, such as https://fires.example.",
  ],
  [
    { EMBERLINE_PUBLIC_URL: "file:///hush-hush" },
    [],
    "EMBERLINE_PUBLIC_URL is invalid: give an http or https URL such as https://fires.example.",
  ],
  [
    { EMBERLINE_API_KEYS: "hush hush" },
    [],
    "EMBERLINE_API_KEYS is invalid: give keys of visible ASCII characters, separated by commas.",
  ],
  [
    { EMBERLINE_API_KEYS: "a-key-of-16-char,hush-hush" },
    [],
    "EMBERLINE_API_KEYS has a key of 9 characters: give keys of at least 16, such as openssl rand -hex 16 makes.",
  ],
  [
    service,
    ["--data", "."],
    "EMBERLINE_BASE_URL and a data folder are both set: data is for the embedded service, so leave one of them out.",
  ],
] as const) {
  test(`wrong settings are one sentence: ${message}`, () => {
    assert.throws(() => read({ ...environment }, ...args), { message });
  });
}
