import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { text, wholeNumber } from "../src/index.ts";
import { LiveSecrets } from "../src/node.ts";

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "emberline-secrets-"));
});
after(() => rm(folder, { recursive: true }));

/** A secret in a file: a number, so that a text may be wrong. */
async function start(name: string, text: string, more: { mayBeEmpty?: true } = {}) {
  const file = join(folder, name);
  await writeFile(file, text);
  const secrets = new LiveSecrets({ PIN_FILE: file });
  const pin = secrets.of({ variable: "PIN", parse: wholeNumber(0, 9999), ...more });
  const lines: string[] = [];
  const reload = () => secrets.reload((line) => void lines.push(line));
  return { secrets, file, pin, lines, reload };
}

test("a secret in a file is read again, and told without its value", async () => {
  const { file, pin, lines, reload } = await start("changed", "1234\n");
  assert.equal(pin(), 1234);
  assert.equal(reload(), false);
  await writeFile(file, "5678");
  assert.equal(pin(), 1234);
  assert.equal(reload(), true);
  assert.equal(pin(), 5678);
  assert.deepEqual(lines, ["PIN was read again from its file, and has changed"]);
});

for (const [kind, spoil] of Object.entries({
  empty: (file: string) => writeFile(file, " \n"),
  wrong: (file: string) => writeFile(file, "12x4"),
  missing: (file: string) => rm(file),
})) {
  test(`while its file is ${kind}, the earlier secret stays, which is logged once`, async () => {
    const { secrets, file, pin, lines, reload } = await start(kind, "1234");
    await spoil(file);
    assert.deepEqual([reload(), reload(), pin()], [false, false, 1234]);
    assert.equal(lines.length, 1);
    assert.match(lines[0]!, /^the earlier secret stays, since PIN(_FILE)? /);
    assert.ok(!lines[0]!.includes("12x4"));
    assert.match(secrets.notice!, /PIN/);
    await writeFile(file, "5678");
    assert.deepEqual([reload(), pin(), secrets.notice], [true, 5678, null]);
  });
}

test("a file that is not UTF-8 is no secret, since its letters would be others", async () => {
  const file = join(folder, "utf-16");
  await writeFile(file, Buffer.from("\uFEFFhush-hush", "utf16le"));
  const secrets = new LiveSecrets({ PIN_FILE: file });
  assert.throws(() => secrets.of({ variable: "PIN", parse: text }), /PIN_FILE .*cannot be read/);
  await writeFile(file, "\uFEFFhush-hush\r\n");
  assert.equal(secrets.of({ variable: "PIN", parse: text })(), "hush-hush");
});

test("an empty file of a secret that may be empty means that it is not set", async () => {
  const { file, pin, reload } = await start("optional", "", { mayBeEmpty: true });
  assert.equal(pin(), undefined);
  await writeFile(file, "1234");
  reload();
  assert.equal(pin(), 1234);
  await writeFile(file, "");
  reload();
  assert.equal(pin(), undefined);
});

test("a variable has a value, and a file what gives it as it is now", async () => {
  const { secrets, file, reload } = await start("given", "1234");
  const parse = wholeNumber(0, 9999);
  const own = new LiveSecrets({ PIN: "7" });
  assert.equal(own.valueOf({ variable: "PIN", parse }), 7);
  assert.equal(own.valueOf({ variable: "NONE", parse }), undefined);
  const given = secrets.valueOf({ variable: "PIN", parse });
  assert.ok(typeof given === "function");
  await writeFile(file, "5678");
  reload();
  assert.equal(given(), 5678);
});

test("files are read once they have stayed the same for a second: several change at once", async (t) => {
  const files = { A: join(folder, "watched-a"), B: join(folder, "watched-b") };
  await Promise.all(Object.values(files).map((file) => writeFile(file, "1")));
  const secrets = new LiveSecrets({ A_FILE: files.A, B_FILE: files.B });
  const [a, b] = ["A", "B"].map((variable) => secrets.of({ variable, parse: String }));
  t.mock.timers.enable({ apis: ["setInterval"] });
  const states: string[] = [];
  const seconds = (count: number) => t.mock.timers.tick(count * 1000);
  const end = secrets.watch(
    () => {},
    () => states.push(`${a!()} ${b!()}`),
  );
  seconds(3);
  await writeFile(files.A, "2");
  seconds(1);
  await writeFile(files.B, "2");
  seconds(1);
  assert.deepEqual(states, []);
  seconds(1);
  assert.deepEqual(states, ["2 2"]);
  seconds(5);
  end();
  assert.deepEqual(states, ["2 2"]);
});
