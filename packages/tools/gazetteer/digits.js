/** Printable ASCII but for what separates, escapes or quotes in places.js. */
const alphabet = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i))
  .filter((character) => !'"\\|~^'.includes(character))
  .join("");
const base = alphabet.length;
const valueOfCode = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(alphabet.indexOf(String.fromCharCode(code)), 0),
);

export function limitOf(count) {
  return base ** count;
}

export function encodeDigits(number, count) {
  if (!(Number.isInteger(number) && number >= 0 && number < limitOf(count)))
    throw new RangeError(`${number} is not a whole number of ${count} digits`);
  let text = "";
  for (let rest = number; text.length < count; rest = Math.floor(rest / base))
    text = alphabet[rest % base] + text;
  return text;
}

export function decodeDigits(text, start, count) {
  let number = 0;
  for (let i = start; i < start + count; i++)
    number = number * base + valueOfCode[text.charCodeAt(i)];
  return number;
}

export function toAscii(text) {
  return text.replace(/[^ -~]/gu, (each) => `^${encodeDigits(each.codePointAt(0), 3)}`);
}

export function fromAscii(text) {
  return text.replace(/\^(...)/g, (_, digits) => String.fromCodePoint(decodeDigits(digits, 0, 3)));
}

/** FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), over UTF-16 code units. */
export function bucketOf(key, buckets) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % buckets;
}
