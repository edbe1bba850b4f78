import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { type Cluster, startCluster } from "@emberline/test-support/postgres";

const password = "a-password-of-the-database";

/** Opens the store in a process of its own, since Node reads authorities at its start. */
const opening = `
import { createReferenceService } from "@emberline/reference-service";
try {
  const service = await createReferenceService({ clients: [], store: { url: process.argv[1] } });
  await service.close();
  console.log("opened");
} catch (error) {
  console.log(error.message);
}`;

describe("a database with TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "emberline-tls-"));
  const path = (name: string) => join(folder, name);
  let cluster: Cluster;
  before(async () => {
    const openssl = (...args: string[]) =>
      execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
    const fresh = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
    openssl(
      "req",
      "-x509",
      ...fresh,
      "-subj",
      "/CN=An authority",
      "-keyout",
      "ca.key",
      "-out",
      "ca.crt",
    );
    openssl(
      "req",
      ...fresh,
      "-subj",
      "/CN=localhost",
      "-keyout",
      "server.key",
      "-out",
      "server.csr",
    );
    writeFileSync(path("names"), "subjectAltName=DNS:localhost");
    openssl(
      ...["x509", "-req", "-in", "server.csr", "-CA", "ca.crt", "-CAkey", "ca.key"],
      ...["-CAcreateserial", "-extfile", "names", "-out", "server.crt"],
    );
    cluster = await startCluster();
    // The server's files have the owner of its program.
    const [[data] = [""]] = await cluster.query("SHOW data_directory;");
    const { uid, gid } = statSync(data!);
    for (const name of ["server.key", "server.crt"]) {
      const target = join(data!, name);
      writeFileSync(target, readFileSync(path(name)));
      chownSync(target, uid, gid);
      chmodSync(target, 0o600);
    }
    await cluster.query("ALTER SYSTEM SET ssl = on;");
    await cluster.query("SELECT pg_reload_conf();");
  });
  after(() => {
    cluster.stop();
    rmSync(folder, { recursive: true });
  });

  async function open(host: string, authority?: string): Promise<string> {
    const url = `postgres://postgres:${password}@${host}:${cluster.port}/postgres?sslmode=verify-full`;
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ["-C", "@emberline/source", "--import", "tsx", "--input-type=module", "-e", opening, url],
      {
        cwd: import.meta.dirname,
        env: { ...process.env, NODE_EXTRA_CA_CERTS: authority },
      },
    );
    assert.ok(!`${stdout}${stderr}`.includes(password));
    return stdout.trim();
  }

  it("is opened if its certificate is signed by the operator's authority", async () => {
    assert.equal(await open("localhost", path("ca.crt")), "opened");
    const [row] = await cluster.query("SHOW ssl;");
    assert.deepEqual(row, ["on"]);
  });

  it("is refused in one sentence if its certificate is of an unknown authority", async () => {
    assert.match(
      await open("localhost"),
      /^The certificate of the database was refused \([A-Z_]+\): it must name .*NODE_EXTRA_CA_CERTS\.$/,
    );
  });

  it("is refused if its certificate names another host", async () => {
    assert.match(
      await open("127.0.0.1", path("ca.crt")),
      /^The certificate of the database was refused \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
    );
  });
});
