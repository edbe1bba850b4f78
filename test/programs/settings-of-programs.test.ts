import assert from "node:assert/strict";
import { test } from "node:test";
import { programVariables, refuseUnknownVariables } from "@emberline/settings/node";
import { runProgram } from "@emberline/test-support/programs";
import { settings as serverSettings } from "../../apps/server/src/settings.ts";
import { settings as mcpSettings } from "../../packages/mcp-server/src/common/settings.ts";
import {
  clientsSettings,
  importSettings,
  serveSettings,
} from "../../packages/reference-service/src/program/settings.ts";

const tables = {
  emberline: serverSettings,
  "emberline-mcp": mcpSettings,
  "emberline-service": { ...serveSettings, ...importSettings, ...clientsSettings },
};

test("the list of variables is that of all programs", () => {
  const ofTables = Object.values(tables).flatMap((table) =>
    Object.values(table).flatMap((setting) => ("variable" in setting ? [setting.variable] : [])),
  );
  const ours = [...new Set(ofTables)].filter((name) => name.startsWith("EMBERLINE_"));
  assert.deepEqual(programVariables.map((name) => `EMBERLINE_${name}`).toSorted(), ours.toSorted());
});

for (const [name, meant] of [
  ["EMBERLINE_KEY_FILE", "EMBERLINE_KEYS_FILE"],
  ["EMBERLINE_API_KEY", "EMBERLINE_API_KEYS"],
  ["EMBERLINE_APIKEYS", "EMBERLINE_API_KEYS"],
  ["EMBERLINE_API_KEYS_FIEL", "EMBERLINE_API_KEYS_FILE"],
  ["EMBERLINE_TOOL", "EMBERLINE_TOOLS"],
  ["EMBERLINE_TOOLS_FILE", "EMBERLINE_TOOLS"],
  ["emberline_keys_file", "EMBERLINE_KEYS_FILE"],
  ["EMBERLINE_PORT", "PORT"],
  ["EMBERLINE_XYZZY", null],
] as const) {
  test(`the server refuses ${name}, and names ${meant ?? "nothing"}`, () => {
    const hint = meant === null ? "" : ` (did you mean ${meant}?)`;
    assert.throws(() => refuseUnknownVariables(serverSettings, { [name]: "8080" }), {
      message: `${name} is no setting${hint}: correct its name, or unset it.`,
    });
  });
}

test("a setting of an earlier version is refused with what to do without it", () => {
  for (const table of Object.values(tables))
    assert.throws(() => refuseUnknownVariables(table, { EMBERLINE_CACHE_SECONDS: "60" }), {
      message:
        "EMBERLINE_CACHE_SECONDS is no setting any more: every call is answered anew, so unset it.",
    });
});

for (const [program, name] of [
  ["server", "EMBERLINE_KEY_FILE"],
  ["mcp", "EMBERLINE_EXCLUDE_TOOL"],
  ["service", "EMBERLINE_ADMIN_KEYS"],
] as const) {
  test(`${program} does not start with ${name}`, async () => {
    const { code, stderr } = await runProgram(program, [], { [name]: "x" });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`${name} is no setting`));
  });
}

test("what other programs, Kubernetes and the operator name is no mistake", () => {
  const environment = {
    EMBERLINE_KEYS_FILE: "keys.json",
    EMBERLINE_API_KEY: "of a client",
    EMBERLINE_PORT: "tcp://10.0.0.1:3000",
    EMBERLINE_SERVER_PORT: "udp://10.0.0.1:3000",
    EMBERLINE_PORT_3000_TCP_ADDR: "10.0.0.1",
    EMBERLINE_SERVER_SERVICE_HOST: "10.0.0.1",
    EMBERLINE_SERVICE_PORT_HTTP: "3000",
    EMBERLINE_ACME_SECRET: "named in the keys file",
    EMBERLINE_BLANK: " ",
    OTHER: "x",
  };
  refuseUnknownVariables(mcpSettings, environment, ["EMBERLINE_ACME_SECRET"]);
});
