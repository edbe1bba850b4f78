import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { root } from "@emberline/test-support/programs";
import { parseAllDocuments } from "yaml";

const run = promisify(execFile);
/** The schemas of Kubernetes as classes; 33 MB, so this test alone installs it. */
const models = "kubernetes-models@5.1.0";

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

type Model = new (manifest: unknown) => { validate(): void };

test("the manifests are valid by the schemas of Kubernetes, and a wrong one is not", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-kubernetes-"));
  t.after(() => rm(folder, { recursive: true }));
  await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", models]);
  const validate = async (manifest: Manifest) => {
    const { apiVersion, kind } = manifest;
    const file = join(folder, "node_modules/kubernetes-models", apiVersion, `${kind}.js`);
    const loaded: Record<string, Model> = await import(file);
    new loaded[kind]!(manifest).validate();
  };
  const manifests = join(root, "deploy/kubernetes");
  const kinds: string[] = [];
  for (const name of await readdir(manifests)) {
    const text = await readFile(join(manifests, name), "utf8");
    for (const document of parseAllDocuments(text)) {
      const manifest = document.toJS() as Manifest;
      await validate(manifest);
      kinds.push(manifest.kind);
    }
  }
  assert.equal(kinds.filter((kind) => kind === "Deployment").length, 2);
  const wrong = { apiVersion: "apps/v1", kind: "Deployment", spec: { replicas: "two" } };
  await assert.rejects(validate(wrong), /replicas|selector|template/);
});
