/** How much a suite takes: little in CI, to save time; all of it with LONG=1. */
export function amount(inCi: number, whole: number): number {
  return process.env.LONG === "1" ? whole : inCi;
}
