import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fixtures, startServerProcess } from "@emberline/test-support/programs";
import { startServiceProcess } from "@emberline/test-support/service-process";

const newSecret = () => randomBytes(32).toString("hex");
const sha256 = (key: string) => createHash("sha256").update(key).digest("hex");

interface Program {
  readonly child: ChildProcess;
  output(): string;
}

/** Files of secrets of one program. */
async function secretFiles(folder: string, texts: Readonly<Record<string, string>>) {
  await Promise.all(
    Object.entries(texts).map(([name, text]) => writeFile(join(folder, name), text)),
  );
  const paths = Object.keys(texts).map((name) => [`EMBERLINE_${name}_FILE`, join(folder, name)]);
  return {
    environment: Object.fromEntries(paths) as Record<string, string>,
    /** Changes some, and resolves when the program says on SIGHUP that it has read each. */
    async change({ child, output }: Program, changed: Readonly<Record<string, string>>) {
      const before = output().length;
      for (const [name, text] of Object.entries(changed)) {
        await writeFile(join(folder, `${name}.new`), text);
        await rename(join(folder, `${name}.new`), join(folder, name));
      }
      child.kill("SIGHUP");
      const isRead = (name: string) =>
        output().slice(before).includes(`EMBERLINE_${name} was read again`);
      while (!Object.keys(changed).every(isRead)) await once(child.stderr!, "data");
    },
  };
}

test("every secret is changed under calls, and none of them fails", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-rotation-"));
  const [ofService, ofServer] = [join(folder, "service"), join(folder, "server")];
  const secrets = {
    client: [newSecret(), newSecret()],
    signing: [newSecret(), newSecret()],
    key: [`emberline_${newSecret()}`, `emberline_${newSecret()}`],
  } as const;
  const [clientSecret, nextClientSecret] = secrets.client;
  const [signingSecret, nextSigningSecret] = secrets.signing;
  const texts = {
    CLIENT_SECRET: clientSecret,
    CLIENT_SECRET_PREVIOUS: "",
    SIGNING_SECRET: signingSecret,
    SIGNING_SECRET_PREVIOUS: "",
  };
  await Promise.all([mkdir(ofService), mkdir(ofServer)]);
  const serviceFiles = await secretFiles(ofService, texts);
  // Tokens of a second, so that the client's secret is exchanged all the time.
  const service = await startServiceProcess(["--data", fixtures, "--token-lifetime", "1"], {
    EMBERLINE_CLIENT_ID: "me",
    ...serviceFiles.environment,
  });
  const keysFile = join(folder, "keys.json");
  const writeKeys = async (...keys: readonly string[]) => {
    const listed = keys.map((key) => ({ name: key.slice(10, 16), sha256: sha256(key) }));
    await writeFile(`${keysFile}.new`, JSON.stringify({ keys: [{ name: "acme", keys: listed }] }));
    await rename(`${keysFile}.new`, keysFile);
  };
  await writeKeys(secrets.key[0]);
  const files = await secretFiles(ofServer, texts);
  const server = await startServerProcess([], {
    env: {
      EMBERLINE_BASE_URL: service.url,
      EMBERLINE_CLIENT_ID: "me",
      EMBERLINE_KEYS_FILE: keysFile,
      ...files.environment,
    },
  });
  t.after(async () => {
    await Promise.all([server.stop(), service.stop()]);
    await rm(folder, { recursive: true });
  });

  let key: string = secrets.key[0];
  const post = (tool: string, body: object) =>
    fetch(`${server.url}/tools/${tool}`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ collection: "svc:hotspots", ...body }),
    });
  const exported = await post("export_features", { format: "csv" });
  const { url } = (await exported.json()) as { url: string };
  const page = await post("query_features", { limit: 2 });
  const { next_cursor: cursor } = (await page.json()) as { next_cursor: string };
  const askAll = () =>
    Promise.all([
      post("query_features", {}),
      post("query_features", { cursor }),
      fetch(new URL(url, server.url)),
    ]);

  const failed: string[] = [];
  let rounds = 0;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      for (const answer of await askAll()) {
        const text = await answer.text();
        if (answer.status !== 200) failed.push(`${answer.status} ${text}`);
      }
      rounds += 1;
      await sleep(10);
    }
  })();
  /** Calls begin and end after what was changed before, so that they met it. */
  const someRounds = async () => {
    const until = rounds + 3;
    while (rounds < until) await sleep(10);
  };

  await serviceFiles.change(service, { CLIENT_SECRET_PREVIOUS: nextClientSecret });
  await someRounds();
  await files.change(server, {
    CLIENT_SECRET: nextClientSecret,
    CLIENT_SECRET_PREVIOUS: clientSecret,
  });
  await someRounds();
  await serviceFiles.change(service, {
    CLIENT_SECRET: nextClientSecret,
    CLIENT_SECRET_PREVIOUS: "",
  });
  // Longer than a token, so that the new secret was exchanged.
  await sleep(1500);
  await someRounds();

  const signing = { SIGNING_SECRET: nextSigningSecret, SIGNING_SECRET_PREVIOUS: signingSecret };
  await serviceFiles.change(service, signing);
  await files.change(server, signing);
  await someRounds();

  await writeKeys(...secrets.key);
  while (!server.output().includes("keys were read again")) await sleep(20);
  key = secrets.key[1];
  await someRounds();
  await writeKeys(secrets.key[1]);
  while (!server.output().includes("revoked acme (key")) await sleep(20);
  await someRounds();

  isOver = true;
  await loop;
  assert.deepEqual(failed, []);

  await serviceFiles.change(service, { SIGNING_SECRET_PREVIOUS: "" });
  await files.change(server, { SIGNING_SECRET_PREVIOUS: "", CLIENT_SECRET_PREVIOUS: "" });
  assert.deepEqual(
    (await askAll()).map(({ status }) => status),
    [200, 400, 403],
  );
  key = secrets.key[0];
  assert.equal((await post("query_features", {})).status, 401);
  const output = server.output() + service.output();
  for (const secret of Object.values(secrets).flat()) assert.ok(!output.includes(secret));
});
