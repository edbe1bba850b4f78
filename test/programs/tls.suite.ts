import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TLSSocket } from "node:tls";
import { eventually } from "@emberline/test-support/eventually";
import { freePort } from "@emberline/test-support/free-port";
import { root } from "@emberline/test-support/programs";

test("nginx ends TLS as the runbook says, and a new certificate is served after a reload", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "emberline-tls-"));
  const behind = createServer(({ headers }, response) => {
    response.end(JSON.stringify([headers.host, headers["x-forwarded-for"]]));
  });
  await new Promise<void>((resolve) => behind.listen(0, "127.0.0.1", resolve));
  const [certificate, key] = [join(folder, "fires.example.pem"), join(folder, "fires.example.key")];
  const certify = () =>
    execFileSync(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "1", "-subj", "/CN=fires"],
        ...["-addext", "subjectAltName=DNS:fires.example", "-keyout", key, "-out", certificate],
      ],
      { stdio: "ignore" },
    );
  certify();
  const text = await readFile(join(root, "docs/operate.md"), "utf8");
  const [, block] = /^```nginx\n(.*?)^```/ms.exec(text)!;
  const port = await freePort();
  const { port: upstream } = behind.address() as AddressInfo;
  const server = block!
    .replace("listen 443", `listen 127.0.0.1:${port}`)
    .replaceAll("/etc/ssl", folder)
    .replace("127.0.0.1:8080", `127.0.0.1:${upstream}`);
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; ${process.getuid?.() === 0 ? "user root;" : ""}
    events {} http { access_log off; ${server} }`,
  );
  const child = spawn("nginx", ["-c", file, "-p", folder], { stdio: ["ignore", "ignore", "pipe"] });
  t.after(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
    behind.close();
    await rm(folder, { recursive: true });
  });
  const ask = async () => {
    const ca = await readFile(certificate);
    const sent = request({
      ...{ host: "127.0.0.1", port, servername: "fires.example", ca, agent: false },
      headers: { Host: "fires.example" },
    });
    sent.end();
    const [response] = await once(sent, "response");
    const { fingerprint } = (response.socket as TLSSocket).getPeerCertificate();
    let body = "";
    for await (const chunk of response) body += chunk;
    return { body: JSON.parse(body) as unknown, fingerprint };
  };
  await eventually(ask);
  const first = await ask();
  assert.deepEqual(first.body, ["fires.example", "127.0.0.1"]);
  certify();
  execFileSync("nginx", ["-c", file, "-p", folder, "-s", "reload"], { stdio: "ignore" });
  await eventually(async () => assert.notEqual((await ask()).fingerprint, first.fingerprint));
});
