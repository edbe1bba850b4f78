const maxFrames = 10;
const maxCauses = 4;

/**
 * The origin of an unforeseen error, for the operator's log: its name, code and stack, and those of
 * its causes. Messages are left out, since they may quote a token, a URL with a key, or data.
 */
export function traceOf(error: unknown): string {
  const parts: string[] = [];
  for (let each = error; each !== undefined && parts.length < maxCauses; each = causeOf(each)) {
    parts.push([labelOf(each), ...framesOf(each)].join("\n"));
  }
  return parts.join("\ncaused by ");
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

function labelOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${error === null ? "null" : typeof error}`;
  const { name, code } = error as Error & { code?: unknown };
  return [name, code].filter(isIdentifier).join(" ") || "Error";
}

function isIdentifier(value: unknown): boolean {
  return typeof value === "string" && /^[A-Za-z_][\w.-]{0,60}$/.test(value);
}

/** The stack's lines after the message, which may span lines that look like frames. */
function framesOf(error: unknown): string[] {
  if (!(error instanceof Error) || typeof error.stack !== "string") return [];
  const { stack, message } = error;
  const start = message === "" ? 0 : stack.indexOf(message) + message.length;
  const lines = start < message.length ? [] : stack.slice(start).split("\n");
  return lines.filter((line) => /^\s+at /.test(line)).slice(0, maxFrames);
}
