import assert from "node:assert/strict";
import { test } from "node:test";
import { keyFrom, openBytes, sealBytes, sealedValues, stateInMemory } from "@emberline/state";

test("a value is there until its lifetime ends, and broken ones are absent", async () => {
  const { values } = stateInMemory();
  await values.set("kept", "text", 60_000);
  await values.set("over", "text", -1);
  assert.equal(await values.get("kept"), "text");
  assert.equal(await values.get("over"), undefined);
  assert.equal(await values.get("never"), undefined);
});

test("a counter counts each key, also beyond its limit, and takes counts back", async () => {
  const counter = stateInMemory().createCounter({ name: "calls", limit: 2, windowSeconds: 60 });
  for (const [key, count, isExceeded] of [
    ["a", 1, false],
    ["a", 2, false],
    ["b", 1, false],
    ["a", 3, true],
  ] as const) {
    const counted = await counter.take(key);
    assert.deepEqual([counted.count, counted.isExceeded], [count, isExceeded]);
    assert.ok(counted.seconds >= 1 && counted.seconds <= 60);
  }
  await counter.giveBack("a");
  await counter.giveBack("a");
  assert.equal((await counter.take("a")).isExceeded, false);
});

test("sealed bytes are AES-256-GCM by a key of HKDF, as WebCrypto has both", async () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const sealed = Buffer.from(
    sealBytes(keyFrom("secret", "tests"), "name", bytes("hello")),
    "base64",
  );
  const material = await crypto.subtle.importKey("raw", bytes("secret"), "HKDF", false, [
    "deriveKey",
  ]);
  const key = await crypto.subtle.deriveKey(
    { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: bytes("tests") },
    material,
    { name: "AES-GCM", length: 256 },
    false,
    ["decrypt"],
  );
  // WebCrypto has the tag at the end.
  const joined = Buffer.concat([sealed.subarray(28), sealed.subarray(12, 28)]);
  const gcm = { name: "AES-GCM", iv: sealed.subarray(0, 12), additionalData: bytes("name") };
  const opened = await crypto.subtle.decrypt(gcm, key, joined);
  assert.equal(Buffer.from(opened).toString(), "hello");
});

test("sealed values of another secret, under another name, or changed, are absent", async () => {
  const { values } = stateInMemory();
  await sealedValues(values, "secret", "tests").set("name", "text", 60_000);
  assert.equal(await sealedValues(values, "secret", "tests").get("name"), "text");
  assert.equal(await sealedValues(values, "other", "tests").get("name"), undefined);
  assert.equal(await sealedValues(values, "secret", "others").get("name"), undefined);
  const key = keyFrom("secret", "tests");
  const sealed = sealBytes(key, "name", Buffer.from("text"));
  assert.equal(openBytes(key, "other", sealed), undefined);
  const other = sealed.startsWith("A") ? "B" : "A";
  assert.equal(openBytes(key, "name", other + sealed.slice(1)), undefined);
  for (const broken of ["", "hello", "====", sealed.slice(4)])
    assert.equal(openBytes(key, "name", broken), undefined);
});
