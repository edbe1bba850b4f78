/** How much a suite takes: little in CI, to save time; all of it with EMBERLINE_LONG=1. */
export function amount(inCi: number, whole: number): number {
  return process.env.EMBERLINE_LONG === "1" ? whole : inCi;
}
