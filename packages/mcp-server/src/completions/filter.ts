/** The word at the end of a filter, which may become a property's name. */
export function splitFilter(filter: string) {
  const [word] = /[\p{L}_][\p{L}\p{N}_.:]*$/u.exec(filter) ?? [""];
  return { before: filter.slice(0, filter.length - word.length), word, quote: quoteName };
}

/** Other names need double quotes (OGC 21-065r2, identifiers). */
function quoteName(name: string): string {
  return /^[\p{L}_:][\p{L}\p{N}_.:]*$/u.test(name) ? name : `"${name}"`;
}
