/** More than any answer of the tools has: characters of texts, and other values. */
const maxSize = 10_000_000;
const maxDepth = 64;

/** Whether a value from the host can be read without holding the page up. */
export function isReadable(value: unknown): boolean {
  let size = 0;
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return false;
    const next: unknown[] = [];
    for (const each of level) {
      size += typeof each === "string" ? each.length : 1;
      if (size + next.length > maxSize) return false;
      if (typeof each === "object" && each !== null)
        for (const inner of Object.values(each)) next.push(inner);
    }
    level = next;
  }
  return true;
}
