const dayMs = 86_400_000;

const daysOf = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  day: "numeric",
  month: "long",
  year: "numeric",
});
const monthOf = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  month: "long",
  year: "numeric",
});

/** The UTC day some days before an instant, such as 2026-07-14. */
export function daysBefore(instant: string, days: number): string {
  return new Date(Date.parse(instant) - days * dayMs).toISOString().slice(0, 10);
}

/** Days in words, such as "14–20 July 2026". */
export function daysInWords(from: string, to: string): string {
  return daysOf.formatRange(new Date(from), new Date(to)).replace(/(\d)\s–\s(?=\d+ )/u, "$1–");
}

/** The month of an instant in words, such as "July 2026". */
export function monthInWords(instant: string): string {
  return monthOf.format(new Date(instant));
}
