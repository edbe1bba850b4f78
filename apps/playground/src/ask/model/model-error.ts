/** Why a model gave no answer, in words for a person. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Quoted words of an endpoint are cut beyond this. */
const maxQuoted = 300;

/** What an endpoint said, without the key, which it may repeat. */
export function quoted(text: string, key: string): string {
  const hidden = key === "" ? text : text.replaceAll(key, "…");
  const line = hidden.replace(/\s+/g, " ").trim();
  return line.length > maxQuoted ? `${line.slice(0, maxQuoted)}…` : line;
}
