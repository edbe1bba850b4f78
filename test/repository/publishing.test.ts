import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { publishedFolders } from "../../scripts/pack.mjs";
import { inOrderOfDependencies, isPublished } from "../../scripts/publishing.mjs";

/** A registry with two versions of one package, and packages that it cannot answer for. */
const known: Record<string, { status: number; body: string }> = {
  "/@emberline%2fgeo": { status: 200, body: '{ "versions": { "1.0.0": {}, "1.1.0": {} } }' },
  "/@emberline%2fcore": { status: 503, body: "" },
  "/@emberline%2fcql2": { status: 200, body: "{}" },
};
const server = createServer((request, response) => {
  const { status, body } = known[request.url!] ?? { status: 404, body: "{}" };
  response.writeHead(status, { "Content-Type": "application/json" }).end(body);
});
let registry: string;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(() => void server.close());

const asked = (name: string, version: string) => isPublished(registry, { name, version });

test("a version is published if the registry lists it", async () => {
  assert.equal(await asked("@emberline/geo", "1.1.0"), true);
  assert.equal(await asked("@emberline/geo", "1.2.0"), false);
  assert.equal(await asked("@emberline/map", "1.0.0"), false);
});

test("a registry that fails does not say that a package is new", async () => {
  await assert.rejects(asked("@emberline/core", "1.0.0"), /answers 503 for @emberline\/core/);
  await assert.rejects(asked("@emberline/cql2", "1.0.0"), /lists no versions of @emberline\/cql2/);
  const nobody = isPublished("http://127.0.0.1:1", { name: "emberline", version: "1.0.0" });
  await assert.rejects(nobody, /cannot be asked for emberline: /);
});

test("each package is published after all that it needs", () => {
  const manifests = publishedFolders.map((folder) =>
    JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")),
  );
  const ordered = inOrderOfDependencies(manifests).map(({ name }) => name);
  assert.deepEqual(ordered.toSorted(), manifests.map(({ name }) => name).toSorted());
  for (const { name, dependencies } of manifests)
    for (const needed of Object.keys(dependencies ?? {}))
      assert.ok(ordered.indexOf(needed) < ordered.indexOf(name), `${name} before ${needed}`);
});
