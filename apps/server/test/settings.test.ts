import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { readSettings, settings, usage } from "@emberline/server";
import { helpLines, markdownTable } from "@emberline/settings";
import { catalogue } from "@emberline/tools";

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
  assert.deepEqual([host, port, apiKeys], ["127.0.0.1", 3000, []]);
  assert.deepEqual([exportMinutes, exportMaxMb], [60, 2000]);
  assert.deepEqual([others.service, others.geocoder, others.publicUrl], [null, null, undefined]);
  assert.deepEqual(others.tools, catalogue);
});

test("client id and secret apply to the configured or the embedded service", () => {
  assert.equal(read(service).service?.clientId, "id");
  const { EMBERLINE_BASE_URL: _, ...client } = service;
  assert.deepEqual(read(client).embedded, {
    data: undefined,
    strict: false,
    clientId: "id",
    clientSecret: "hush-hush",
    adminKey: undefined,
    state: undefined,
  });
});

test("the public URL has no trailing slash", () => {
  const { publicUrl } = read({ EMBERLINE_PUBLIC_URL: "https://fires.example/emberline/" });
  assert.equal(publicUrl, "https://fires.example/emberline");
});

test("other machines need a key", () => {
  const keys = ["a-key-of-16-char", "another-key-of-22-char"];
  assert.throws(() => read({ HOST: "0.0.0.0" }), /^Error: --host or HOST is "0\.0\.0\.0".*KEYS/);
  const { apiKeys } = read({ EMBERLINE_API_KEYS: keys.join(", ") }, "--host", "0.0.0.0");
  assert.deepEqual(apiKeys, keys);
});

for (const [environment, args, message] of [
  [{ PORT: "http" }, [], 'PORT is "http": give a whole number from 0 to 65535.'],
  [{}, ["--port", "65536"], '--port is "65536": give a whole number from 0 to 65535.'],
  [{}, ["--prot", "1"], "--prot is not an option: did you mean --port?"],
  [{}, ["./data"], "emberline-server takes options only: give a folder as --data DIR."],
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
