/**
 * Characters that can hide or reorder text or control a terminal: controls, formats (bidirectional
 * marks, zero-width characters, tags), lone surrogates, private use, line separators and everything
 * else that Unicode calls ignorable.
 */
export const hiddenCharacters =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A text with escapes such as `\u202e` for hidden characters; JSON keeps its value. */
export function escapeHidden(text: string): string {
  return text.replace(hiddenCharacters, (hidden) =>
    hidden
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** A message, or JSON, as one line of a log: no text in it can begin another line. */
export function logLine(text: string): string {
  const [first = "", ...others] = text.split("\n");
  return escapeHidden([first, ...others.map((line) => line.trim())].join(" "));
}
