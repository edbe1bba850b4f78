/** FIRMS' date and clock (`56` or `0056` for 00:56 UTC) as RFC 3339. */
export function acquisitionTime(day: unknown, clock: unknown): string {
  const digits = String(clock).replace(":", "").padStart(4, "0");
  return `${day}T${digits.slice(0, 2)}:${digits.slice(2)}:00Z`;
}
