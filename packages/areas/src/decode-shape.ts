const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valueOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(alphabet.indexOf(String.fromCharCode(code)), 0),
);

/** Whole numbers, five bits a digit, lowest first; the lowest bit of a number is its sign. */
function decodeNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [number, factor] = [0, 1];
  for (let i = 0; i < text.length; i++) {
    const digit = valueOfCode[text.charCodeAt(i)]!;
    number += (digit & 31) * factor;
    factor *= 32;
    if (digit >= 32) continue;
    numbers.push(number % 2 === 0 ? number / 2 : -(number + 1) / 2);
    number = 0;
    factor = 1;
  }
  return numbers;
}

/** A border: longitude and latitude alternating, the first position repeated as the last. */
export type Ring = Float64Array;

/** The borders that share one grid. */
export interface Layer {
  readonly scale: readonly number[];
  readonly translate: readonly number[];
  /** Pieces of border as text. */
  readonly arcs: readonly string[];
}

/** Polygons, each as its rings: the outer one, then holes. */
export function decodeShape(text: string, layer: Layer): Ring[][] {
  return text
    .split(";")
    .map((polygon) => polygon.split(",").map((ring) => decodeRing(ring, layer)));
}

function decodeRing(text: string, layer: Layer): Ring {
  const degrees: number[] = [];
  let index = 0;
  for (const step of decodeNumbers(text)) {
    index += step;
    const arc = decodeArc(layer, index < 0 ? ~index : index);
    const count = arc.length / 2;
    // Each arc begins where the one before it ends.
    for (let i = degrees.length > 0 ? 1 : 0; i < count; i++) {
      const at = 2 * (index < 0 ? count - 1 - i : i);
      degrees.push(arc[at]!, arc[at + 1]!);
    }
  }
  return Float64Array.from(degrees);
}

function decodeArc({ arcs, scale, translate }: Layer, index: number): number[] {
  const numbers = decodeNumbers(arcs[index]!);
  let [x, y] = [0, 0];
  for (let i = 0; i < numbers.length; i += 2) {
    x += numbers[i]!;
    y += numbers[i + 1]!;
    // Steps of the grid do not end at ±180.
    numbers[i] = Math.max(-180, Math.min(180, x * scale[0]! + translate[0]!));
    numbers[i + 1] = y * scale[1]! + translate[1]!;
  }
  return numbers;
}
