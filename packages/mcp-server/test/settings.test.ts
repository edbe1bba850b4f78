import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { helpLines, markdownTable } from "@emberline/settings";
import { readSettings, settings, usage } from "../src/common/settings.ts";

const read = (args: readonly string[], environment: Record<string, string> = {}) =>
  readSettings({ args, environment });

const folder = fileURLToPath(new URL(".", import.meta.url));

test("the README has the table of settings, and the help lists all of them", () => {
  const readme = readFileSync(new URL("../../../apps/mcp/README.md", import.meta.url), "utf8");
  const wanted = markdownTable(settings);
  assert.ok(
    readme.includes(`\n${wanted}\n`),
    `put this table into apps/mcp/README.md:\n\n${wanted}\n`,
  );
  assert.ok(usage.includes(helpLines(settings)));
});

test("the service of the environment is asked", () => {
  const { upstream } = read([], {
    EMBERLINE_BASE_URL: "https://service.test",
    EMBERLINE_CLIENT_ID: "id",
    EMBERLINE_CLIENT_SECRET: "hush-hush",
  });
  assert.deepEqual(upstream, {
    baseUrl: "https://service.test",
    clientId: "id",
    clientSecret: "hush-hush",
  });
});

test("a service is embedded on a sample, or on the folder after the option", () => {
  assert.deepEqual(read(["--embedded"]).upstream, {
    data: undefined,
    synthetic: false,
    live: null,
  });
  assert.deepEqual(read(["--embedded", folder]).upstream, {
    data: folder,
    synthetic: false,
    live: null,
  });
});

test("a made-up world is instead of data, live feeds and a service", () => {
  assert.deepEqual(read(["--synthetic"]).upstream, {
    data: undefined,
    synthetic: true,
    live: null,
  });
  for (const args of [["--data", folder], ["--live"]])
    assert.throws(() => read(["--synthetic", ...args]), /--synthetic is instead of data/);
});

test("a service is embedded by default only where no setting of a service is given", () => {
  const upstream = (environment: Record<string, string>) =>
    read(["--embedded-by-default"], environment).upstream;
  assert.deepEqual(upstream({}), { data: undefined, synthetic: false, live: null });
  assert.deepEqual(upstream({ EMBERLINE_DATA: folder }), {
    data: folder,
    synthetic: false,
    live: null,
  });
  const service = { EMBERLINE_BASE_URL: "https://service.test", EMBERLINE_AUTH: "none" };
  assert.deepEqual(upstream(service), { baseUrl: "https://service.test" });
  for (const [variable, value] of [
    ["EMBERLINE_CLIENT_ID", "id"],
    ["EMBERLINE_CLIENT_SECRET", "hush-hush"],
    ["EMBERLINE_TOKEN", "hush-hush"],
  ] as const)
    assert.throws(() => upstream({ [variable]: value }), /EMBERLINE_BASE_URL is missing/);
});

test("live feeds fill an embedded service, and their folder may be new", () => {
  const { upstream } = read(["--live", "/no/such"]);
  assert.ok("live" in upstream && upstream.live);
  assert.equal(upstream.data, "/no/such");
  assert.throws(
    () => read(["--live"], { EMBERLINE_BASE_URL: "https://service.test" }),
    /^Error: EMBERLINE_BASE_URL and --live or EMBERLINE_LIVE are both set: .*leave one of them out\.$/,
  );
});

test("the folder is an option of its own, with --embedded, --live or alone", () => {
  for (const args of [
    ["--data", folder],
    ["--embedded", "--data", folder],
    [`--data=${folder}`, "--embedded"],
  ])
    assert.deepEqual(read(args).upstream, { data: folder, synthetic: false, live: null });
  assert.deepEqual(read([], { EMBERLINE_DATA: folder }).upstream, {
    data: folder,
    synthetic: false,
    live: null,
  });
  const { upstream } = read(["--live", "--data", "/no/such"]);
  assert.ok("live" in upstream && upstream.live);
  assert.equal(upstream.data, "/no/such");
});

test("exports are off without a folder for them", () => {
  assert.equal(read(["--embedded"]).exports, null);
  assert.deepEqual(
    read(["--embedded", "--export-dir", folder], { EMBERLINE_EXPORT_MAX_MB: "5" }).exports,
    { folder, maxMb: 5 },
  );
});

test("tools are chosen by option before environment", () => {
  const { tools } = read(["--embedded", "--tools", "show_map"], { EMBERLINE_TOOLS: "get_feature" });
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["show_map"],
  );
});

for (const [args, environment, message] of [
  [
    [],
    {},
    "EMBERLINE_BASE_URL is missing: set it with EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET or another EMBERLINE_AUTH, or use --live or --embedded to try it without an account.",
  ],
  [["--embeded"], {}, "--embeded is not an option: did you mean --embedded?"],
  [[folder], {}, "emberline-mcp takes options only: give a folder as --data DIR."],
  [
    ["--embedded", folder, "more"],
    {},
    "emberline-mcp takes options only: give a folder as --data DIR.",
  ],
  [
    ["--data", folder, "more"],
    {},
    "emberline-mcp takes options only: give a folder as --data DIR.",
  ],
  [
    ["--live", "one", "--data", "other"],
    {},
    'Two data folders are given, "one" and that of --data or EMBERLINE_DATA: leave one of them out.',
  ],
  [
    ["--embedded", "one"],
    { EMBERLINE_DATA: "other" },
    'Two data folders are given, "one" and that of --data or EMBERLINE_DATA: leave one of them out.',
  ],
  [
    ["--data", "/no/such"],
    {},
    '--data or EMBERLINE_DATA is "/no/such": give a folder that exists.',
  ],
  [
    ["--data", folder],
    { EMBERLINE_BASE_URL: "https://service.test" },
    "EMBERLINE_BASE_URL and a data folder are both set: data is for the embedded service, so leave one of them out.",
  ],
  [
    ["--embedded", "/no/such"],
    {},
    'the folder of --embedded is "/no/such": give a folder that exists.',
  ],
  [
    ["--embedded"],
    { EMBERLINE_EXPORT_DIR: "/no/such" },
    'EMBERLINE_EXPORT_DIR is "/no/such": give a folder that exists.',
  ],
  [
    ["--embedded"],
    { EMBERLINE_GEOCODER_URL: "geo.test/?key=hush-hush" },
    "EMBERLINE_GEOCODER_URL is invalid: give an http or https URL such as https://nominatim.example/search.",
  ],
] as const) {
  test(`wrong settings are one sentence: ${message}`, () => {
    assert.throws(() => read(args, { ...environment }), { message });
  });
}
