// Shapes as text: numbers are base-64 digits, small ones a single digit. Each digit has five bits
// of the number, lowest first, and a bit that says whether more follow; the lowest bit of the
// number is its sign. Arcs are quantised positions, each as the difference from the one before.

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** @param {readonly number[]} numbers */
function encodeNumbers(numbers) {
  let text = "";
  for (const number of numbers) {
    let rest = number < 0 ? -2 * number - 1 : 2 * number;
    for (; rest >= 32; rest = Math.floor(rest / 32)) text += alphabet[32 + (rest % 32)];
    text += alphabet[rest];
  }
  return text;
}

/** @returns {number[]} */
function decodeNumbers(text) {
  const numbers = [];
  let [number, factor] = [0, 1];
  for (const digit of text) {
    const value = alphabet.indexOf(digit);
    number += (value % 32) * factor;
    factor *= 32;
    if (value >= 32) continue;
    numbers.push(number % 2 === 0 ? number / 2 : -(number + 1) / 2);
    [number, factor] = [0, 1];
  }
  return numbers;
}

/** Positions as in TopoJSON: the first one, then differences. */
export function encodeArc(arc) {
  return encodeNumbers(arc.flat());
}

export function decodeArc(text) {
  const numbers = decodeNumbers(text);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
}

/** Polygons between semicolons, rings between commas; a ring is the differences of its arcs. */
export function encodeShape(polygons) {
  const ringText = (ring) => encodeNumbers(ring.map((arc, i) => arc - (ring[i - 1] ?? 0)));
  return polygons.map((rings) => rings.map(ringText).join(",")).join(";");
}

export function decodeShape(text) {
  const ringOf = (part) => {
    let arc = 0;
    return decodeNumbers(part).map((step) => {
      arc += step;
      return arc;
    });
  };
  return text.split(";").map((polygon) => polygon.split(",").map(ringOf));
}
