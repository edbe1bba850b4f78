export function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  const scaled = Math.round(value * scale) / scale;
  return Object.is(scaled, -0) ? 0 : scaled;
}
