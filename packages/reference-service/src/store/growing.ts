/** Returns the typed array, or a copy of twice the length if it has no room for `index`. */
export function withRoom<
  T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array,
>(array: T, index: number): T {
  if (index < array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  const longer = new Kind(Math.max(1024, array.length * 2, index + 1));
  longer.set(array);
  return longer;
}
