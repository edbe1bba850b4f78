export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Where nothing is left to round, the scaled value may lie beyond a double.
  if (Math.abs(value) * scale >= 2 ** 53) return value;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}
