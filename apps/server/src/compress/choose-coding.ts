import { parseAccept } from "hono/utils/accept";

/** Best first: of equal wishes the smaller answer is sent. */
const codings = ["br", "gzip"] as const;

export type Coding = (typeof codings)[number];

/**
 * The coding that `Accept-Encoding` prefers (RFC 9110, 12.5.3); null for none, also where the
 * answer as it is would be preferred.
 */
export function chooseCoding(header: string | undefined): Coding | null {
  if (header === undefined) return null;
  const wishes = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  const others = wishes.get("*") ?? 0;
  const wishFor = (coding: Coding) => wishes.get(coding) ?? others;
  const best = codings.reduce((a, b) => (wishFor(b) > wishFor(a) ? b : a));
  return wishFor(best) > 0 && wishFor(best) >= (wishes.get("identity") ?? 0) ? best : null;
}

/** Whether `Accept-Encoding` allows a coding; `*` stands for those it does not name. */
export function accepts(header: string | undefined, coding: Coding): boolean {
  if (header === undefined) return false;
  const wishes = new Map(parseAccept(header).map(({ type, q }) => [type.toLowerCase(), q]));
  return (wishes.get(coding) ?? wishes.get("*") ?? 0) > 0;
}
