/** One more than the greatest number of `count` digits: 89 to that power. */
export function limitOf(count: number): number;
/** @throws {RangeError} when the number is not whole, below 0 or too large for `count` digits */
export function encodeDigits(number: number, count: number): string;
/** The number in `count` digits of `text`, from `start` on. */
export function decodeDigits(text: string, start: number, count: number): number;
/** Encodes non-ASCII characters as `^` and three digits: ASCII modules load four times as fast. */
export function toAscii(text: string): string;
export function fromAscii(text: string): string;
/** The bucket of a folded name, from 0 to below `buckets`: the maker and the reader agree on it. */
export function bucketOf(key: string, buckets: number): number;
