/**
 * How long an answer of the service may be used from now on without asking again, in milliseconds
 * (RFC 9111, 4.2): 0 if never, "never" if it must not be stored, null if the service does not say.
 * The cache is private: it serves the callers with one set of credentials.
 */
export function freshMsOf(headers: Headers): number | "never" | null {
  const directives = directivesOf(headers.get("cache-control") ?? "");
  if (directives.has("no-store") || headers.get("vary")?.trim() === "*") return "never";
  if (directives.has("no-cache")) return 0;
  const ageMs = secondsOf(headers.get("age") ?? undefined, 0) * 1000;
  if (directives.has("max-age"))
    return Math.max(0, secondsOf(directives.get("max-age"), 0) * 1000 - ageMs);
  const expires = headers.get("expires");
  if (expires === null) return null;
  // A text that is not a date means that the answer has expired (5.3).
  const leftMs = Date.parse(expires) - Date.parse(headers.get("date") ?? "") - ageMs;
  return leftMs > 0 ? leftMs : 0;
}

function directivesOf(header: string): ReadonlyMap<string, string> {
  const entries = header.split(",").map((each): [string, string] => {
    const [name = "", value = ""] = each.trim().split("=", 2);
    return [name.toLowerCase(), value.replaceAll('"', "")];
  });
  return new Map(entries);
}

function secondsOf(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : otherwise;
}
