import type { Condition, Filter, Join, Operator } from "./conditions.ts";

/** The rows that a CQL2 text means; null if rows cannot show it. */
export function parseFilter(text: string): Filter | null {
  const tokens = tokensOf(text);
  if (!tokens) return null;
  const reader = new Reader(tokens);
  const conditions: Condition[] = [];
  let join: Join | null = null;
  while (true) {
    const condition = reader.condition();
    if (!condition) return null;
    conditions.push(condition);
    const next = reader.next();
    if (next === undefined) return { join: join ?? "AND", conditions };
    const word = next.toUpperCase();
    // Rows have no parentheses to show both.
    if ((word !== "AND" && word !== "OR") || (join !== null && word !== join)) return null;
    join = word;
  }
}

const token =
  /\s*('(?:[^'\\]|''|\\\\|\\(?!['\\]))*'|"(?:[^"]|"")*"|<>|<=|>=|[=<>()]|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])|[A-Za-z_][\w.:]*)/y;

function tokensOf(text: string): string[] | null {
  const tokens: string[] = [];
  token.lastIndex = 0;
  const trimmed = text.trimEnd();
  while (token.lastIndex < trimmed.length) {
    const match = token.exec(trimmed);
    if (!match) return null;
    tokens.push(match[1]!);
  }
  return tokens;
}

class Reader {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  next(): string | undefined {
    return this.#tokens[this.#at++];
  }

  #takes(...words: readonly string[]): boolean {
    const found = words.every((word, i) => this.#tokens[this.#at + i]?.toUpperCase() === word);
    if (found) this.#at += words.length;
    return found;
  }

  condition(): Condition | null {
    const left = this.#operand();
    const property = left && nameOf(left.token);
    if (!left || property === null) return null;
    const common = { property, value: "", matchesCase: !left.isFolded };
    if (!left.isFolded && this.#takes("IS", "NULL"))
      return { ...common, operator: "is missing", matchesCase: false };
    if (!left.isFolded && this.#takes("IS", "NOT", "NULL"))
      return { ...common, operator: "is given", matchesCase: false };
    const operator = this.next()?.toUpperCase();
    const right = this.#operand();
    if (!operator || !right || right.isFolded !== left.isFolded) return null;
    const isText = right.token.startsWith("'") && !right.isTime;
    // Only texts have a case.
    const matchesCase = isText && !left.isFolded;
    const value = isText || right.isTime ? unquote(right.token) : right.token;
    if (operator === "LIKE") {
      const like = isText ? likeOf(value) : null;
      return like && { ...common, ...like, matchesCase };
    }
    const isValue = isText || right.isTime || /^(-?\d|true$|false$)/i.test(right.token);
    if (!comparisons.has(operator) || !isValue || (left.isFolded && !isText)) return null;
    return { ...common, operator: operator as Operator, value, matchesCase };
  }

  /** A name or a literal, alone or in CASEI, DATE or TIMESTAMP. */
  #operand(): { token: string; isFolded: boolean; isTime: boolean } | null {
    const isFolded = this.#takes("CASEI", "(");
    const isTime = this.#takes("DATE", "(") || this.#takes("TIMESTAMP", "(");
    const token = this.next();
    if (token === undefined || /^[=<>()]/.test(token)) return null;
    if ((isFolded || isTime) && !this.#takes(")")) return null;
    return isFolded && isTime ? null : { token, isFolded, isTime };
  }
}

const comparisons: ReadonlySet<string> = new Set(["=", "<>", "<", "<=", ">", ">="]);

function nameOf(text: string): string | null {
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll('""', '"');
  return /^[A-Za-z_]/.test(text) ? text : null;
}

function unquote(text: string): string {
  const halved = text.slice(1, -1).replace(/(\\+)(?=''|$)/g, (run) => run.slice(run.length / 2));
  return halved.replaceAll("''", "'");
}

/** `%x%` contains, `x%` starts with; other patterns have no row. */
function likeOf(pattern: string): { operator: Operator; value: string } | null {
  const match = /^(%?)((?:\\.|[^\\%_])*)%$/s.exec(pattern);
  if (!match) return null;
  const value = match[2]!.replace(/\\(.)/gs, "$1");
  return value === "" ? null : { operator: match[1] ? "contains" : "starts with", value };
}
