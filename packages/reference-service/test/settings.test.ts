import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { markdownTable } from "@emberline/settings";
import { readSettings } from "@emberline/settings/node";
import {
  clientsSettings,
  dataSettings,
  importSettings,
  migrateSettings,
  serveSettings,
} from "../src/program/settings.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

for (const [command, table] of Object.entries({
  serve: serveSettings,
  import: importSettings,
  clients: clientsSettings,
  data: dataSettings,
  migrate: migrateSettings,
})) {
  it(`of ${command} stand in the README as they are read`, () => {
    const wanted = markdownTable(table);
    assert.ok(readme.includes(`\n${wanted}\n`), `put this table into README.md:\n\n${wanted}\n`);
  });
}

describe("settings of serve", () => {
  const read = (args: string[], environment: Record<string, string> = {}) =>
    readSettings(serveSettings, { args, environment }).values;

  it("have defaults, and are read from options and environment", () => {
    const { host, port, tokenLifetimeSeconds, maxRequestsPerMinute, corsOrigins } = read([]);
    assert.deepEqual([host, port, tokenLifetimeSeconds], ["127.0.0.1", 8080, 3600]);
    assert.deepEqual([maxRequestsPerMinute, corsOrigins], [undefined, undefined]);
    const { publicUrl, trustProxy } = read([]);
    assert.deepEqual([publicUrl, trustProxy], [undefined, false]);
    const proxied = read(["--trust-proxy"], { EMBERLINE_PUBLIC_URL: "https://FIRES.test:443/a/" });
    assert.deepEqual([proxied.publicUrl, proxied.trustProxy], ["https://fires.test/a", true]);
    const set = read(
      ["--cors-origin", "https://a.test", "--cors-origin", "http://b.test:81", "--strict"],
      { EMBERLINE_ADMIN_KEY: "key" },
    );
    assert.deepEqual(set.corsOrigins, ["https://a.test", "http://b.test:81"]);
    assert.deepEqual([set.strict, set.quiet, set.adminKey], [true, false, "key"]);
  });

  for (const [option, value, right] of [
    ["--token-lifetime", "0", /a whole number from 1 to/],
    ["--requests-per-minute", "1.5", /a whole number from 1 to/],
    ["--cors-origin", "https://map.test/", /such as https:\/\/map\.example/],
    ["--cors-origin", "*", /such as https:\/\/map\.example/],
    ["--public-url", "fires.example", /such as https:\/\/fires\.example/],
    ["--public-url", "https://fires.example/?a=b", /without user, query or fragment/],
  ] as const) {
    it(`say what would be right for ${option} ${value}`, () => {
      assert.throws(
        () => read([option, value]),
        ({ message }: Error) => message.startsWith(`${option} is `) && right.test(message),
      );
    });
  }
});
