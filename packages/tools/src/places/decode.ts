const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const valueOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(alphabet.indexOf(String.fromCharCode(code)), 0),
);

/** Decodes `count` base-64 digits from `start` as a number. */
export function decodeDigits(text: string, start: number, count: number): number {
  let number = 0;
  for (let i = start; i < start + count; i++)
    number = number * 64 + valueOfCode[text.charCodeAt(i)]!;
  return number;
}

/** Degrees around 0, to 0.001°: three digits encode a fraction of the range (180 or 360). */
export function decodeDegrees(text: string, start: number, range: number): number {
  return Math.round((decodeDigits(text, start, 3) / 64 ** 3 - 0.5) * range * 1000) / 1000;
}

/** Coordinates of all places in degrees: three digits of longitude, three of latitude. */
export function decodePositions(
  text: string,
  count: number,
): { lons: Float64Array; lats: Float64Array } {
  const [lons, lats] = [new Float64Array(count), new Float64Array(count)];
  for (let index = 0; index < count; index++) {
    lons[index] = decodeDegrees(text, index * 6, 360);
    lats[index] = decodeDegrees(text, index * 6 + 3, 180);
  }
  return { lons, lats };
}

/** Descending numbers: the first, then the differences; base 36, comma-separated, empty for 0. */
export function decodeFalling(text: string, count: number): Uint32Array {
  const numbers = new Uint32Array(count);
  let start = 0;
  for (let i = 0; i < count; i++) {
    const comma = text.indexOf(",", start);
    const end = comma < 0 ? text.length : comma;
    const difference = start === end ? 0 : Number.parseInt(text.slice(start, end), 36);
    numbers[i] = i === 0 ? difference : numbers[i - 1]! - difference;
    start = end + 1;
  }
  return numbers;
}
