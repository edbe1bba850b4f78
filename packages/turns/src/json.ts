import type { Pause } from "./turns.ts";

/** Texts up to this length are parsed at once: about ten milliseconds. */
const maxLengthAtOnce = 1 << 20;

/** Of a part of a longer text: a few milliseconds, since parsing it takes some times as long. */
const partLength = 1 << 14;

/**
 * The value of a JSON text, as `JSON.parse` gives it; a long text is parsed in turns.
 *
 * @throws {SyntaxError} when it is not JSON
 */
export async function parseJson(text: string, pause: Pause): Promise<unknown> {
  if (text.length <= maxLengthAtOnce) return JSON.parse(text);
  // Long texts are rare, and a start should not load what parses them.
  const { JSONParser } = await import("@streamparser/json");
  const parser = new JSONParser({ paths: ["$"] });
  let value: unknown;
  parser.onValue = (parsed) => {
    value = parsed.value;
  };
  for (let at = 0; at < text.length; ) {
    const end = endOfPart(text, at + partLength);
    syntaxChecked(() => parser.write(text.slice(at, end)));
    at = end;
    const pausing = pause();
    if (pausing) await pausing;
  }
  syntaxChecked(() => parser.isEnded || parser.end());
  return value;
}

/** Not within a surrogate pair. */
function endOfPart(text: string, end: number): number {
  const isLead = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isLead ? end + 1 : end;
}

function syntaxChecked(work: () => void): void {
  try {
    work();
  } catch (error) {
    throw new SyntaxError((error as Error).message);
  }
}
