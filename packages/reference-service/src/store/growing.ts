const largeLength = 65_536;

/** Returns the typed array, or a longer copy if it has no room for `index`. */
export function withRoom<
  T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array,
>(array: T, index: number): T {
  if (index < array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  // Doubling a large one would leave up to half of it empty; this has room for a full segment.
  const growth = array.length < largeLength ? 2 : 1.6;
  const longer = new Kind(Math.max(1024, Math.floor(array.length * growth), index + 1));
  longer.set(array);
  return longer;
}
