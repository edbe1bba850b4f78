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
