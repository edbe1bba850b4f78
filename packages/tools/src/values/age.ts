const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30.44 * dayMs;

/** A span of time in words: "36 hours", "12 days", "14 months". */
export function spanText(ms: number): string {
  if (ms < 2 * dayMs) return count(ms / hourMs, "hour");
  if (ms < 61 * dayMs) return count(ms / dayMs, "day");
  return count(ms / monthMs, "month");
}

function count(value: number, unit: string): string {
  const rounded = Math.round(value);
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`;
}
