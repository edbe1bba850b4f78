import { isObject } from "../common/json.ts";
import type { ApiError } from "../server/api.ts";

export interface Candidate {
  readonly value: unknown;
  readonly label: string;
}

/** What a failed call was refused for. */
interface Fault {
  /** Null if no single parameter was at fault. */
  readonly parameter: string | null;
  /** What the parameter may have meant. */
  readonly candidates: readonly Candidate[];
}

/** The parameter that the server's problem details name, and what it may mean. */
export function faultOf({ problem }: ApiError): Fault {
  const { parameter, candidates } = problem;
  return {
    parameter: typeof parameter === "string" ? parameter : null,
    candidates: Array.isArray(candidates) ? candidates.filter(isCandidate) : [],
  };
}

function isCandidate(value: unknown): value is Candidate {
  return isObject(value) && "value" in value && typeof value.label === "string";
}

/** A part of a message: a sentence, or lines whose columns matter. */
interface MessagePart {
  readonly isExcerpt: boolean;
  readonly text: string;
}

/** The parts of a message in which carets point at the line above them. */
export function partsOf(message: string): MessagePart[] {
  const lines = message.split("\n");
  const isCaret = (line: string | undefined) => line !== undefined && /^ *\^+ *$/.test(line);
  const parts: MessagePart[] = [];
  lines.forEach((text, i) => {
    const isExcerpt = isCaret(text) || isCaret(lines[i + 1]);
    const last = parts.at(-1);
    if (isExcerpt && last?.isExcerpt) {
      parts[parts.length - 1] = { isExcerpt, text: `${last.text}\n${text}` };
    } else {
      parts.push({ isExcerpt, text });
    }
  });
  return parts;
}
