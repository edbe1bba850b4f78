/**
 * The wait that `Retry-After` asks for: seconds, or a date (RFC 9110, 10.2.3). A date counts from
 * the answer's own `Date`, since the local clock may be wrong.
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (!value) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const untilMs = Date.parse(value);
  if (Number.isNaN(untilMs)) return undefined;
  const sentMs = Date.parse(headers.get("date") ?? "");
  return Math.max(0, untilMs - (Number.isNaN(sentMs) ? nowMs : sentMs));
}
