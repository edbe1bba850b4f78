import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";

const text = await readFile(join(root, "docs/scale.md"), "utf8");

const units: Readonly<Record<string, number>> = {
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  ms: 1e-3,
  "%": 0.01,
};
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const figure = String.raw`(?:[\d,]*\d(?:\.\d+)?|10[${superscripts}]+)(?: (?:B|kB|MB|GB|ms|%)(?![\w]))?`;
const equation = new RegExp(`(${figure}(?: [×÷] ${figure})+) = (${figure})`, "gu");

/** A figure with its unit as a number, and half of its last digit. */
function read(written: string): { readonly value: number; readonly rounding: number } {
  const [digits = "", unit = ""] = written.split(" ");
  const scale = units[unit] ?? 1;
  const power = /^10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/.exec(digits)?.[1];
  if (power !== undefined) {
    const exponent = Number([...power].map((each) => superscripts.indexOf(each)).join(""));
    return { value: 10 ** exponent * scale, rounding: 0 };
  }
  const decimals = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  return {
    value: Number(digits.replaceAll(",", "")) * scale,
    rounding: 0.5 * 10 ** -decimals * scale,
  };
}

/** The rows of the table that begins with this header, as cells. */
function tableOf(header: string): string[][] {
  const start = text.indexOf(header);
  assert.ok(start >= 0, header);
  const [table = ""] = text.slice(start).split("\n\n");
  const lines = table.split("\n").slice(2);
  return lines.map((line) =>
    line
      .split("|")
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const costs = tableOf("| tool | server, ms of CPU");

test("every figure that docs/scale.md computes from others is what they give", () => {
  const found = [...text.matchAll(equation)];
  // Twelve of the mixes, and those of sizes and callers.
  assert.ok(found.length >= 20, `${found.length} equations`);
  for (const [whole, left, right] of found) {
    const [first, ...rest] = left!.split(/ (?=[×÷])/);
    const value = rest.reduce((sum, part) => {
      const operand = read(part.slice(2)).value;
      return part.startsWith("×") ? sum * operand : sum / operand;
    }, read(first!).value);
    const given = read(right!);
    const slack = given.rounding * 1.001;
    assert.ok(Math.abs(value - given.value) <= slack, `${whole}: it is ${value}`);
  }
});

test("the means of docs/scale.md are those of its tools, and its mixes use the costs of the table", () => {
  const tools = costs.filter(([name]) => name !== "**mean**");
  assert.equal(tools.length, 12);
  const [, ...means] = costs.at(-1)!;
  const column = (index: number) => tools.map((row) => Number(row[index]));
  for (const [index, mean] of means.entries()) {
    const sum = column(index + 1).reduce((one, other) => one + other);
    assert.ok(Math.abs(sum / tools.length - Number(mean)) <= 0.051, `${sum / tools.length}`);
  }
  const costOf = (name: string) => tools.find(([tool]) => tool!.includes(`\`${name}\``))!.slice(1);
  const expected = [means, costOf("query_features"), costOf("compare_periods")];
  const mixes = tableOf("| node | each tool equally");
  for (const [index, kind] of ["servers", "services"].entries()) {
    const [, ...cells] = mixes.find(([name]) => name === `${kind}, cores`)!;
    assert.deepEqual(
      cells.map((cell) => /^[\d.]+/.exec(cell)?.[0]),
      expected.map((each) => each[index]),
    );
    // Whole processes, from the cores of the row above.
    const [, ...loads] = mixes.find(([name]) => name === `${kind} at 60 %`)!;
    for (const [place, load] of loads.entries()) {
      const [, cores, exact, whole] = /^([\d.]+) ÷ 60 % = ([\d.]+): (\d+)$/.exec(load)!;
      assert.ok(cells[place]!.endsWith(`= ${cores}`), load);
      assert.equal(Number(whole), Math.ceil(Number(exact)));
    }
  }
});
