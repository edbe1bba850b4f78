import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { countTokens as countByTokenizer } from "gpt-tokenizer/encoding/o200k_base";
import { countTokens, fitsTokens } from "../src/call/count-tokens.ts";

const digits = fc.stringMatching(/^[0-9]{1,9}$/);
const otherNumbers = fc.constantFrom("²", "½", "٣", "Ⅷ", "๙", "𝟗");
const anyText = fc.string({ unit: "binary", maxLength: 6 });
const ofAnswers = fc.constantFrom(
  ',"',
  '","',
  "],[",
  '],["',
  "},{",
  "-",
  ".",
  ":",
  '":',
  " ",
  "\n",
  "\ud800",
);
const text = fc
  .array(fc.oneof(digits, otherNumbers, anyText, ofAnswers, fc.string({ maxLength: 6 })))
  .map((parts) => parts.join(""));

test("a text fits into exactly as many tokens as it has, and not into fewer", async () => {
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const tokens = await countTokens(text);
      assert.equal(await fitsTokens(text, tokens), true);
      assert.equal(await fitsTokens(text, tokens - 1), false);
    }),
    { numRuns: 500 },
  );
});

test("parts counted apart have as many tokens as their text", async () => {
  const known = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(text, async (text) => {
      const expected = countByTokenizer(text, { disallowedSpecial: new Set() });
      assert.equal(await countTokens(text, undefined, known), expected);
    }),
    { numRuns: 2000 },
  );
});

test("up to three digits are one token, and longer runs one token per three digits", async () => {
  for (let length = 1; length <= 3; length++) {
    for (let value = 0; value < 10 ** length; value++) {
      const run = String(value).padStart(length, "0");
      assert.equal(await countTokens(run), 1, run);
      assert.equal(await countTokens(`${run}000000`), 3, run);
    }
  }
});
