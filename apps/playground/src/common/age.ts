const hourMs = 3_600_000;

/** How long ago a time was, in minutes, hours or days. */
export function ageOf(timeMs: number): string {
  const hours = Math.max(0, Date.now() - timeMs) / hourMs;
  if (hours < 2) return counted(Math.round(hours * 60), "minute");
  return hours < 48 ? counted(Math.round(hours), "hour") : counted(Math.round(hours / 24), "day");
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString("en")} ${unit}${count === 1 ? "" : "s"}`;
}
