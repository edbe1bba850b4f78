export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Such values have no decimals, and scaling could overflow.
  if (Math.abs(value) * scale >= 2 ** 53) return value;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}
