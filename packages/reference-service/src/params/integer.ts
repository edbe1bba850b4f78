/** A decimal integer within bounds, or undefined. */
export function parseInteger(text: string, least: number, most: number): number | undefined {
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least && number <= most ? number : undefined;
}
