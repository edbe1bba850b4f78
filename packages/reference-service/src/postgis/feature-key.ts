/** PostgreSQL's texts have no NUL; the order of ids stays that of their code points. */
export function keyOf(id: string): string {
  // Most ids need no change.
  if (id.isWellFormed() && !id.includes("\u0000") && !id.includes("\u0001")) return id;
  return id
    .toWellFormed()
    .replaceAll("\u0001", "\u0001\u0002")
    .replaceAll("\u0000", "\u0001\u0001");
}

/** The id of a key. */
export function idOf(key: string): string {
  return key.replaceAll("\u0001\u0001", "\u0000").replaceAll("\u0001\u0002", "\u0001");
}
