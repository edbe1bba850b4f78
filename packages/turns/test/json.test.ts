import assert from "node:assert/strict";
import { test } from "node:test";
import { type Pause, parseExact } from "../src/index.ts";
import { parseJson } from "../src/json.ts";

const free: Pause = () => undefined;

/** Parsed in parts, since it is long; the white space shifts where the parts end. */
const long = (json: string, shift = 0) => `${" ".repeat(1 << 20)}${" ".repeat(shift)}${json}`;

const values = [
  "null",
  "-0",
  "[1e999, -1.5E-7, 1000000000000000000, 1234567890.12345678901234567]",
  '{"a": 1, "b": [{}, []], "a": 2}',
  '{"__proto__": {"a": 1}, "constructor": {"b": 2}}',
  // In raw templates Bun escapes what is not ASCII.
  `${String.raw`"\ud83d\ude00 \ud800 \u0000 \" \\ `}é 😀😀😀😀"`,
];

for (const json of values) {
  test(`a long text has the value that JSON.parse gives: ${json}`, async () => {
    for (let shift = 0; shift < 40; shift++) {
      // The end of a part comes between all characters of the text in turn.
      const text = long(json, (1 << 14) - shift);
      assert.deepEqual(await parseJson(text, free), JSON.parse(text));
    }
  });
}

test("an integer that a double would change is a text of its digits, in a short and a long text", async () => {
  const json =
    '{"id": -9007199254740993,"a":[9007199254740992,123456789012345678901234],"text":", 9007199254740993,\\" 9007199254740993"}';
  const expected = {
    id: "-9007199254740993",
    a: [2 ** 53, "123456789012345678901234"],
    text: ', 9007199254740993," 9007199254740993',
  };
  assert.deepEqual(parseExact(json), expected);
  for (let shift = 0; shift < 160; shift++)
    assert.deepEqual(await parseJson(long(json, (1 << 14) - shift), free), expected);
  assert.throws(() => parseExact("{9007199254740993: 1}"), SyntaxError);
});

test("a key that is written __proto__ sets no prototype", async () => {
  const value = await parseJson(long('{"__proto__": {"a": 1}}'), free);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
  assert.ok(Object.hasOwn(value as object, "__proto__"));
});

const broken = ["", "[1, 2", "[01]", '{"a": 1} x', "[NaN]", '"\t"', "[1,]", "tru", '"\\x"'];
for (const json of broken) {
  test(`a long text that is not JSON is refused: ${JSON.stringify(json)}`, async () => {
    assert.throws(() => JSON.parse(long(json)), SyntaxError);
    await assert.rejects(parseJson(long(json), free), SyntaxError);
  });
}

test("a text with a fault at any place has the value that JSON.parse gives, or is refused", async () => {
  const json = '{"a":[1,{"b":[2,"x,]"],"__proto__":3}],"1":{},"a":{"d":[[],[4]]}}';
  const faults = ["", ",", "]", "}", "[", "{", ":", '"', "0"];
  const read = async (parse: () => unknown) => {
    try {
      return await parse();
    } catch (error) {
      assert.ok(error instanceof SyntaxError);
      return "refused";
    }
  };
  for (let at = 0; at <= json.length; at++) {
    for (const fault of faults) {
      const text = json.slice(0, at) + fault + json.slice(at + 1);
      // The white space makes each comma and each end one between two parts.
      const padded = text.replace(/[,\]}]/g, (sign) => `${" ".repeat(1 << 15)}${sign}`);
      const value = await read(() => parseJson(padded, free));
      assert.deepEqual(value, await read(() => JSON.parse(padded)), text);
    }
  }
});

test("a long text is parsed in parts of which each is short, and ends with its caller", async () => {
  const positions = Array.from({ length: 200_000 }, (_, i) => [-120 + i / 1e5, 40 + i / 1e6]);
  const text = JSON.stringify({ type: "Polygon", coordinates: [positions] });
  let pauses = 0;
  const value = await parseJson(text, () => {
    pauses++;
    return undefined;
  });
  assert.deepEqual(value, JSON.parse(text));
  assert.ok(text.length / pauses < 20_000, `${text.length} characters in ${pauses} parts`);
  const left = new Error("left");
  await assert.rejects(
    parseJson(text, () => Promise.reject(left)),
    left,
  );
});
