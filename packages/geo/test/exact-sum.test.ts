import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ExactSum } from "@emberline/geo";

function sumOf(values: readonly number[]): number {
  const sum = new ExactSum();
  for (const value of values) sum.add(value);
  return sum.value;
}

describe("an exact sum", () => {
  it("adds decimals as they are written", () => {
    assert.equal(sumOf([0.1, 0.2]), 0.3);
    assert.equal(sumOf(Array.from({ length: 1000 }, () => 0.1)), 100);
    assert.equal(sumOf([1e-7, 2e-7, 0.5]), 0.5000003);
    assert.equal(sumOf([]), 0);
  });

  it("is the same in every order", () => {
    const values = [1e300, 0.1, -1e300, 1e16, 1, -1e16, 5e-324, 12.345678901];
    for (let shift = 0; shift < values.length; shift++) {
      const turned = [...values.slice(shift), ...values.slice(0, shift)];
      assert.equal(sumOf(turned), 13.445678901);
    }
  });

  it("goes beyond a double on the way, but is infinite only in the end", () => {
    assert.equal(sumOf([1.5e308, 1.5e308, -1.5e308]), 1.5e308);
    assert.equal(sumOf([1.5e308, 1.5e308]), Number.POSITIVE_INFINITY);
  });

  it("keeps every digit of many large integers", () => {
    const values = Array.from({ length: 9000 }, () => 999_999_999.999999);
    assert.equal(sumOf(values), Number("8999999999999.991"));
    assert.equal(sumOf([9007199254740992, 1, 1]), 9007199254740994);
  });

  it("adds another sum", () => {
    const whole = new ExactSum();
    const other = new ExactSum();
    for (const value of [4e6, 0.25, 1e-9]) {
      whole.add(value);
      other.add(value);
    }
    whole.addAll(other);
    assert.equal(whole.value, Number("8000000.500000002"));
  });
});
