import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Citations, type Source } from "../src/ask/citations.ts";

const sources: readonly Source[] = [
  {
    number: 2,
    value: {
      matched: 1170,
      rows: [[42.327, -122.876, "2026-07-20T21:55:00Z"]],
      newest: "2026-07-20T21:55:00Z",
      near_km: { perimeter: 2 },
    },
  },
  { number: 1, value: { matched: 56, rows: [["abc", 56.2, "2019-09-10T04:30:00Z"]] } },
];

/** The text with the number of each source in braces. */
function cited(text: string, given = sources): string {
  return new Citations(given)
    .piecesOf(text)
    .map(({ text, source }) => (source === null ? text : `${text}{${source}}`))
    .join("");
}

const cases: [what: string, expected: string][] = [
  ["a figure", "There are 1,170{2} detections."],
  ["a figure with another separator", "1 170{2} and 1170{2}"],
  ["a decimal", "56.2{1} MW, not 56.3 MW"],
  ["a negative figure", "at -122.876{2}, not 122.876"],
  ["a date with a time", "2026-07-20T21:55:00Z{2} and 2026-07-20 21:55{2}, not 2026-07-20 21:56"],
  ["a date in words", "20 July 2026{2}, Jul 20, 2026{2}, 10 September 2019{1}, not 21 July 2026"],
  ["a time of day", "at 04:30{1} UTC, not at 04:31"],
  ["a source that the model names", "Much burned{1}."],
];
for (const [what, expected] of cases) {
  test(`${what} gets the number of the call that has it`, () => {
    const text = expected.replace(/\{\d+\}/g, "");
    assert.equal(cited(what.includes("names") ? "Much burned [1]." : text), expected);
  });
}

test("what no call has, one digit, years, and parts of words and figures get no number", () => {
  const text = "1,171 or 2 in 2019, A1170, 1170.5, 11700, 56.25, call [7], 20 July, 1.1170.";
  assert.equal(cited(text), text);
});

test("a model's own citation of what is cited already is not repeated", () => {
  assert.equal(cited("1,170 [2] detections"), "1,170{2} detections");
  assert.equal(cited("1,170 [1] detections"), "1,170{2}{1} detections");
});

test("without answers nothing is cited", () => {
  assert.equal(cited("1,170 on 2026-07-20 [2]", []), "1,170 on 2026-07-20 [2]");
});

test("a text's letters stay as they are, whatever it is", () => {
  const letters = fc.constantFrom(..."0123456789,. -[]:T/ JulyZé");
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 40 }), (text) => {
      const pieces = new Citations(sources).piecesOf(text);
      const kept = pieces.map((piece) => piece.text).join("");
      assert.equal(withoutCitations(kept), withoutCitations(text));
    }),
    { numRuns: 500 },
  );
});

const withoutCitations = (text: string) => text.replace(/\s*\[[12]\]/g, "").replaceAll(" ", "");
