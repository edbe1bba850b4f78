import assert from "node:assert/strict";
import { test } from "node:test";
import { readSettings } from "@emberline/settings/node";
import { catalogue, chooseTools, geocoderOf, operatorSettings, serviceOf } from "../src/index.ts";

const names = catalogue.map(({ name }) => name);
const read = (environment: Record<string, string>, args: readonly string[] = []) =>
  readSettings(operatorSettings(names), { args, environment }).values;

const service = {
  EMBERLINE_BASE_URL: "https://service.test",
  EMBERLINE_CLIENT_ID: "id",
  EMBERLINE_CLIENT_SECRET: "hush-hush",
};

test("three variables together configure the service", () => {
  assert.deepEqual(serviceOf(read(service)), {
    baseUrl: "https://service.test",
    clientId: "id",
    clientSecret: "hush-hush",
  });
  assert.equal(serviceOf(read({ EMBERLINE_CLIENT_ID: "id" })), null);
  assert.throws(() => serviceOf(read({ ...service, EMBERLINE_CLIENT_ID: " " })), {
    message: "EMBERLINE_BASE_URL is set, but EMBERLINE_CLIENT_ID is missing: set all three.",
  });
  assert.throws(
    () => serviceOf(read({ EMBERLINE_BASE_URL: "https://service.test" })),
    /EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET are missing/,
  );
});

const url = { EMBERLINE_BASE_URL: "https://service.test" };

test("a service takes a bearer token, a header or nothing as credentials", () => {
  const given = (environment: Record<string, string>) =>
    serviceOf(read({ ...url, ...environment }));
  const baseUrl = "https://service.test";
  assert.deepEqual(given({ EMBERLINE_AUTH: "bearer", EMBERLINE_TOKEN: "hush-hush" }), {
    baseUrl,
    token: "hush-hush",
  });
  const header = {
    EMBERLINE_AUTH: "header",
    EMBERLINE_AUTH_HEADER: "X-API-Key",
    EMBERLINE_AUTH_VALUE: "hush-hush",
  };
  assert.deepEqual(given(header), {
    baseUrl,
    authHeader: { name: "X-API-Key", value: "hush-hush" },
  });
  assert.deepEqual(given({ EMBERLINE_AUTH: "none" }), { baseUrl });
});

test("the path of the feature API may be the base URL itself", () => {
  const path = (text: string) =>
    serviceOf(read({ ...url, EMBERLINE_AUTH: "none", EMBERLINE_FEATURES_PATH: text }))
      ?.featuresPath;
  assert.deepEqual([path("/"), path("/api/v1/"), path(" ")], ["", "/api/v1", undefined]);
  assert.throws(
    () => path("/a/../b"),
    /^Error: EMBERLINE_FEATURES_PATH is .*: give a path such as/,
  );
});

for (const [environment, message] of [
  [
    { ...url, EMBERLINE_AUTH: "bearer" },
    "EMBERLINE_AUTH is bearer, but EMBERLINE_TOKEN is missing: set it.",
  ],
  [
    { ...url, EMBERLINE_AUTH: "header" },
    "EMBERLINE_AUTH is header, but EMBERLINE_AUTH_HEADER and EMBERLINE_AUTH_VALUE are missing: set both.",
  ],
  [
    { ...service, EMBERLINE_TOKEN: "hush-hush" },
    "EMBERLINE_AUTH is exchange, which EMBERLINE_TOKEN does not belong to: set another EMBERLINE_AUTH, or omit it.",
  ],
  [
    { ...service, EMBERLINE_AUTH: "none" },
    "EMBERLINE_AUTH is none, which EMBERLINE_CLIENT_ID and EMBERLINE_CLIENT_SECRET do not belong to: set another EMBERLINE_AUTH, or omit them.",
  ],
  [
    { EMBERLINE_AUTH: "none" },
    "EMBERLINE_AUTH is set, but EMBERLINE_BASE_URL is missing: set it to the service's URL, or omit EMBERLINE_AUTH.",
  ],
] as const) {
  test(`credentials that make no sense together are one sentence: ${message}`, () => {
    assert.throws(() => serviceOf(read(environment)), { message });
  });
}

test("tools are chosen by set and by name; by default all are offered", () => {
  const chosen = (...args: string[]) =>
    chooseTools(catalogue, read({}, args)).map(({ name }) => name);
  assert.deepEqual(chosen(), names);
  assert.deepEqual(chosen("--tools", "show_map, get_feature"), ["get_feature", "show_map"]);
  assert.deepEqual(chosen("--toolsets", "output", "--exclude-tools", "show_map"), [
    "export_features",
  ]);
  assert.throws(() => chosen("--tools", "show_map", "--exclude-tools", "show_map"), {
    message: /^no tool is left: .*--exclude-tools\.$/,
  });
});

test("roles are read as JSON by collection", () => {
  const { roles } = read({ EMBERLINE_ROLES: '{"svc:hotspots": {"strength": "power_mw"}}' });
  assert.deepEqual(roles, { "svc:hotspots": { strength: "power_mw" } });
  const several = '{"svc:perimeters": {"fire_name": ["name", "alias"]}}';
  assert.deepEqual(read({ EMBERLINE_ROLES: several }).roles, JSON.parse(several));
});

test("a geocoder is used if its URL is set", () => {
  assert.equal(geocoderOf(read({ EMBERLINE_GEOCODER_STYLE: "photon" })), null);
  assert.deepEqual(geocoderOf(read({ EMBERLINE_GEOCODER_URL: "https://geo.test/?key=k" })), {
    url: "https://geo.test/?key=k",
    style: "nominatim",
    contact: undefined,
  });
});

for (const [variable, value, message] of [
  ["EMBERLINE_BASE_URL", "hush-hush.test", /is invalid: give an http or https URL/],
  ["EMBERLINE_BASE_URL", "https://me:hush-hush@service.test", /give a URL without user/],
  ["EMBERLINE_BASE_URL", "https://service.test/?key=hush-hush", /give a URL without user, query/],
  ["EMBERLINE_TOOLSETS", "cor", /has "cor" \(did you mean "core"\?\): give names of core, /],
  ["EMBERLINE_TOOLS", "show_mop", /did you mean "show_map"/],
  ["EMBERLINE_EXCLUDE_TOOLS", "zzz", /has "zzz": give names of list_collections, /],
  ["EMBERLINE_ROLES", "{", /cannot be read: give JSON that names/],
  ["EMBERLINE_ROLES", '["strength"]', /cannot be read: give JSON that names/],
  ["EMBERLINE_ROLES", '{"svc:hotspots": {"strength": 4}}', /cannot be read: give JSON/],
  ["EMBERLINE_ROLES", '{"svc:hotspots": {"strenght": "p"}}', /did you mean "strength"/],
  ["EMBERLINE_GEOCODER_URL", "geo.test/?key=hush-hush", /is invalid: give an http or https URL/],
  ["EMBERLINE_GEOCODER_STYLE", "google", /is "google": give nominatim or photon/],
  ["EMBERLINE_GEOCODER_CONTACT", "café", /give a mail address or URL in ASCII/],
  ["EMBERLINE_AUTH", "basic", /is "basic": give exchange or bearer or header or none/],
  ["EMBERLINE_TOKEN", "hush hush-hush", /is invalid: give visible ASCII characters/],
  ["EMBERLINE_AUTH_HEADER", "X-Key: hush-hush", /is invalid: give the name of a header/],
  ["EMBERLINE_AUTH_VALUE", "hush-hush\u00e9", /is invalid: give visible ASCII characters/],
  ["EMBERLINE_EXPORT_MAX_MB", "-1", /is "-1": give a number above 0/],
] as const) {
  test(`a wrong ${variable} is one sentence: ${message.source}`, () => {
    assert.throws(
      () => read({ [variable]: value }),
      ({ message: error }: Error) =>
        error.startsWith(`${variable} `) &&
        message.test(error) &&
        error.endsWith(".") &&
        !error.includes("hush-hush"),
    );
  });
}
