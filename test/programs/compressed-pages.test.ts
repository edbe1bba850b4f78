import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { appInProcess } from "@emberline/test-served/in-process";
import { root } from "@emberline/test-support/programs";

const assets = `${root}/apps/server/dist/pages/assets`;

test("the playground's scripts are sent as the build compressed them, less than a third in all", async () => {
  const fetch = await appInProcess();
  const scripts = (await readdir(assets)).filter((name) => /\.(?:js|css)$/.test(name));
  // A compressed copy of a smaller one would save less than its headers cost.
  const names = scripts.filter((name) => statSync(`${assets}/${name}`).size >= 1024);
  const sizes = { identity: 0, gzip: 0, br: 0 };
  for (const name of names) {
    const send = async (accepted: keyof typeof sizes) => {
      const headers = { "accept-encoding": accepted };
      const response = await fetch(`/assets/${name}`, { headers });
      assert.equal(
        response.headers.get("content-encoding"),
        accepted === "identity" ? null : accepted,
      );
      assert.match(response.headers.get("vary")!, /accept-encoding/i);
      assert.match(response.headers.get("content-type")!, /^text\/(?:javascript|css)/);
      assert.match(response.headers.get("cache-control")!, /immutable/);
      const bytes = Buffer.from(await response.arrayBuffer());
      sizes[accepted] += bytes.length;
      return bytes;
    };
    const plain = await send("identity");
    assert.ok(brotliDecompressSync(await send("br")).equals(plain), name);
    assert.ok(gunzipSync(await send("gzip")).equals(plain), name);
  }
  assert.ok(
    sizes.br < sizes.identity / 3 && sizes.gzip < sizes.identity / 3,
    JSON.stringify(sizes),
  );
});
