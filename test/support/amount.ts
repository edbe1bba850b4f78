/** How much a suite takes: little for a change, to save time; all of it at night, with LONG=1. */
export function amount(forChange: number, whole: number): number {
  return process.env.LONG === "1" ? whole : forChange;
}
