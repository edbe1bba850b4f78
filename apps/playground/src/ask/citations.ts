import { isObject, type JsonObject } from "@emberline/map-app/answer/json";

/** An answered call that a text may take figures from. */
export interface Source {
  /** What citations show. */
  readonly number: number;
  readonly value: JsonObject;
}

/** A piece of a text; with a source, it ends with the number of that call. */
interface CitedPiece {
  readonly text: string;
  readonly source: number | null;
  /** Whether the page found the figure in the call, rather than the model naming the call. */
  readonly isFound: boolean;
}

/** The figures and times of an answer, to look figures of a text up. */
interface Facts {
  readonly numbers: ReadonlySet<number>;
  /** Dates as 2026-07-20 and times of day as 04:30, UTC. */
  readonly times: ReadonlySet<string>;
}

/** More values than any answer within its budget has. */
const maxValues = 100_000;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Repetitions are bounded, so that hostile texts take no longer than others. */
const month = `(?:${months.join("|")})[a-z]{0,6}\\.?`;
/** Dates and times stand before figures, so that their parts do not count as figures. */
const mentions = new RegExp(
  [
    "\\[(?<cited>\\d{1,3})\\]",
    "(?<iso>\\d{4}-\\d{2}-\\d{2})(?:[T ](?<isoTime>\\d{2}:\\d{2})(?::\\d{2}(?:\\.\\d+)?)?Z?)?",
    `(?<day>\\d{1,2})(?:st|nd|rd|th)?\\s{1,2}(?<month>${month})(?:,?\\s{1,2}(?<year>\\d{4}))?`,
    `(?<month2>${month})\\s{1,2}(?<day2>\\d{1,2})(?:st|nd|rd|th)?\\b(?:,?\\s{1,2}(?<year2>\\d{4}))?`,
    "(?<clock>\\b\\d{1,2}:\\d{2})(?::\\d{2})?",
    "(?<figure>(?<![\\w.])[-−]?\\d{1,15}(?:[,\\u00a0\\u202f ]\\d{3}){0,4}(?:\\.\\d{1,15})?(?!\\w{0,15}\\d))",
  ].join("|"),
  "gi",
);

/** Finds the calls that the figures of texts come from. */
export class Citations {
  readonly #sources: readonly { number: number; facts: Facts }[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources.map(({ number, value }) => ({ number, facts: factsOf(value) }));
  }

  /**
   * A text in pieces, each figure with the first call whose answer has it. Only equal figures
   * count; one digit alone counts never, since most answers have it by chance.
   */
  piecesOf(text: string): CitedPiece[] {
    const pieces: CitedPiece[] = [];
    let from = 0;
    for (const match of text.matchAll(mentions)) {
      const cited = match.groups!.cited;
      const source = cited === undefined ? this.#find(match.groups!) : this.#known(Number(cited));
      if (source === null) continue;
      const isCitation = cited !== undefined;
      const end = match.index + match[0].length;
      const before = text.slice(from, isCitation ? match.index : end);
      from = end;
      const last = pieces.at(-1);
      // The model cites what the page has found already.
      if (isCitation && before.trim() === "" && last?.source === source) continue;
      const trimmed = isCitation ? before.trimEnd() : before;
      pieces.push({ text: trimmed, source, isFound: !isCitation });
    }
    if (from < text.length) pieces.push({ text: text.slice(from), source: null, isFound: false });
    return pieces;
  }

  #known(number: number): number | null {
    return this.#sources.some((each) => each.number === number) ? number : null;
  }

  #find(groups: Readonly<Record<string, string | undefined>>): number | null {
    const isIn = matcherOf(groups);
    return (isIn && this.#sources.find(({ facts }) => isIn(facts))?.number) ?? null;
  }
}

function matcherOf(groups: Readonly<Record<string, string | undefined>>) {
  const { iso, isoTime, clock, figure } = groups;
  if (iso !== undefined)
    return ({ times }: Facts) => times.has(iso) && (isoTime === undefined || times.has(isoTime));
  const named = groups.month ?? groups.month2;
  if (named !== undefined) {
    const year = groups.year ?? groups.year2;
    const date = `${monthNumber(named)}-${(groups.day ?? groups.day2)!.padStart(2, "0")}`;
    return year === undefined ? null : ({ times }: Facts) => times.has(`${year}-${date}`);
  }
  if (clock !== undefined) return ({ times }: Facts) => times.has(clock.padStart(5, "0"));
  if (figure === undefined || /^\d$/.test(figure) || isYear(figure)) return null;
  const value = Number(figure.replace("−", "-").replace(/[, \u00a0\u202f]/g, ""));
  return ({ numbers }: Facts) => numbers.has(value);
}

const isYear = (figure: string) => /^(?:19|20)\d\d$/.test(figure);

function monthNumber(name: string): string {
  return String(months.indexOf(name.slice(0, 3).toLowerCase()) + 1).padStart(2, "0");
}

/** Texts are drawn again and again while they arrive. */
const known = new WeakMap<JsonObject, Facts>();

function factsOf(answer: JsonObject): Facts {
  const facts = known.get(answer) ?? readFacts(answer);
  known.set(answer, facts);
  return facts;
}

function readFacts(answer: JsonObject): Facts {
  const numbers = new Set<number>();
  const times = new Set<string>();
  const open: unknown[] = [answer];
  for (let seen = 0; open.length > 0 && seen < maxValues; seen++) {
    const value = open.pop();
    if (typeof value === "number") numbers.add(value);
    else if (typeof value === "string") addTimes(value, times);
    else if (Array.isArray(value)) for (const each of value.slice(0, maxValues)) open.push(each);
    else if (isObject(value)) for (const each of Object.values(value)) open.push(each);
  }
  return { numbers, times };
}

function addTimes(text: string, times: Set<string>): void {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}))?/.exec(text) ?? [];
  if (date !== undefined) times.add(date);
  if (time !== undefined) times.add(time);
}
