import { isObject, type JsonObject, numberOf } from "@emberline/map-app/answer/json";
import { factsOf, noticesOf, type Table, tablesOf } from "@emberline/map-app/answer/tables";
import { type Figure, figuresOf, type NumberFigure } from "./figures.ts";
import { type Dimension, inBase, type Unit, unitOfName } from "./units.ts";

/** A number in the first unit of its dimension, where an answer has it. */
interface Fact {
  readonly value: number;
  readonly of: Dimension;
  readonly path: string;
}

/** What an answer states, and what follows from it simply. */
export interface Facts {
  readonly numbers: readonly Fact[];
  /** Days, months and years as 2026-07-20, 07-20, 2026-07 and 2026; times of day as 04:30. */
  readonly times: ReadonlySet<string>;
  /** Sums, differences and shares of the numbers, and counts of rows. */
  readonly derived: readonly Fact[];
  /** Counts of the rows that have a text, by the text. */
  readonly byText: ReadonlyMap<string, ReadonlySet<number>>;
  /** Whether it counts detections, so that its counts are no numbers of fires. */
  readonly areDetections: boolean;
}

/** More values than any answer within its budget has. */
const maxValues = 20_000;
/** What only limits an answer is not what was asked about. */
const limits = ["limit", "max_tokens", "cursor", "since_cursor", "width", "height", "explain"];
const dayMs = 86_400_000;

/** The facts of an answer without what it only repeats of its call's arguments. */
export function factsIn(answer: JsonObject, args: JsonObject): Facts {
  const asked = factsAsked([], [args]);
  const store = new Store();
  const echo = new Store();
  for (const [path, text] of factsOf(answer))
    (/^selection\.|interval|^order$/.test(path) ? echo : store).addText(path, text);
  for (const each of echo.numbers)
    if (!asked.numbers.some(({ value, of }) => value === each.value && isSame(of, each.of)))
      store.numbers.push(each);
  for (const each of echo.times) if (!asked.times.has(each)) store.times.add(each);
  for (const each of noticesOf(answer)) store.addText("notice", each);
  const scalars = store.numbers.filter(({ of }) => of !== "angle").slice(0, 60);
  const derived = [...derivedOf(scalars)];
  const byText = new Map<string, Set<number>>();
  for (const table of tablesOf(answer)) {
    store.addTable(table);
    for (const each of derivedOfTable(table, scalars)) derived.push(each);
    countTexts(table, byText);
  }
  const areDetections = isObject(answer.labels) || /hotspots/.test(collectionOf(answer, args));
  return { numbers: store.numbers, times: store.times, derived, byText, areDetections };
}

function collectionOf({ selection }: JsonObject, { collection }: JsonObject): string {
  return String((isObject(selection) && selection.collection) || collection);
}

/** What was asked: it may be repeated, but no call found it. */
export function factsAsked(questions: readonly string[], calls: readonly JsonObject[]): Facts {
  const store = new Store();
  for (const each of questions) store.addWords("question", each);
  for (const args of calls)
    for (const [name, value] of Object.entries(args))
      if (!limits.includes(name))
        for (const each of Array.isArray(value) ? value : [value])
          store.addText(name, String(each));
  return {
    numbers: store.numbers,
    times: store.times,
    derived: [],
    byText: new Map(),
    areDetections: false,
  };
}

const leafOf = (path: string) => path.split(".").at(-1)!;

class Store {
  readonly numbers: Fact[] = [];
  readonly times = new Set<string>();

  add(path: string, value: number, unit: Unit = unitOfName(leafOf(path))): void {
    if (this.numbers.length < maxValues && Number.isFinite(value))
      this.numbers.push({ value: inBase(value, unit), of: unit.of, path });
  }

  /** A value as text: a number, a time, or words with some of them. */
  addText(path: string, text: string): void {
    const value = Number(text);
    // Of {"people_within_km": {"5": 0}} the name is a fact too.
    const [, parent, key] = /([^.]+)\.(\d+)$/.exec(path) ?? [];
    if (key !== undefined) this.add(parent!, Number(key));
    if (text.trim() !== "" && !Number.isNaN(value)) this.add(path, value);
    else this.addWords(path, text);
  }

  addWords(path: string, text: string): void {
    // Ids have no spaces, and their digits say nothing.
    const isTime = /^\d{4}-\d{2}/.test(text);
    if (!isTime && !/\s/.test(text)) return;
    for (const figure of figuresOf(text.slice(0, 5000), { before: "", after: "" })) {
      if (figure.kind === "time") {
        for (const each of figure.days) this.#addDay(each);
        if (figure.clock !== null) this.times.add(figure.clock);
      }
      if (figure.kind === "number")
        for (const { value } of figure.values.slice(0, 1))
          this.add(path, value, figure.unit ?? undefined);
    }
    const ends = text.split(" / ").map(Date.parse);
    if (path.endsWith("interval") && ends.length === 2 && ends.every(Number.isFinite))
      this.add(path, Math.round((ends[1]! - ends[0]!) / 60_000) / 60, { of: "time", factor: 1 });
  }

  addTable({ columns, rows, title }: Table): void {
    for (const row of rows.slice(0, maxValues))
      for (const [i, value] of row.entries()) {
        const isPair = title === "properties" && columns[0] === "name";
        const name = isPair ? String(row[0]) : columns[i]!;
        if (isPair && i === 0) continue;
        for (const each of Array.isArray(value) ? value : [value])
          if (typeof each === "number") this.add(name, each);
          else if (typeof each === "string") this.addText(name, each);
      }
  }

  #addDay(day: string): void {
    this.times.add(day);
    const [, year, month, rest] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(day) ?? [];
    if (year === undefined) return;
    this.times.add(year).add(`${year}-${month}`).add(month!);
    if (rest !== undefined) this.times.add(`${month}-${rest}`);
  }
}

const parentOf = (path: string) => path.split(".").slice(0, -1).join(".");

/** Of numbers that belong together: of one object, or of one name in two. */
function* derivedOf(scalars: readonly Fact[]): Generator<Fact> {
  const total = scalars.find(({ path }) => path === "matched");
  for (const [i, a] of scalars.entries()) {
    if (total && total !== a && a.of === "count") yield share(a, total);
    if (total && total !== a && a.of === "" && parentOf(a.path) !== "") yield share(a, total);
    for (const b of scalars.slice(i + 1)) {
      const areSiblings = parentOf(a.path) === parentOf(b.path) && parentOf(a.path) !== "";
      if (a.of !== b.of) continue;
      if (leafOf(a.path) === leafOf(b.path)) yield* changes(a, b);
      else if (areSiblings) yield* pair(a, b);
    }
  }
  for (const parent of new Set(scalars.map(({ path }) => parentOf(path)))) {
    const members = scalars.filter(({ path }) => parent !== "" && parentOf(path) === parent);
    const ofs = new Set(members.map(({ of }) => of));
    for (const of of ofs)
      yield* sums(
        members.filter((each) => each.of === of),
        of,
        parent,
      );
  }
}

function* pair(a: Fact, b: Fact): Generator<Fact> {
  const { of, path } = a;
  yield { value: a.value + b.value, of, path };
  yield { value: Math.abs(a.value - b.value), of, path };
}

/** From one time to another: the difference, also as a share, and how many times as much. */
function* changes(a: Fact, b: Fact): Generator<Fact> {
  yield* pair(a, b);
  const { path } = a;
  for (const [part, whole] of [
    [a, b],
    [b, a],
  ] as const) {
    if (whole.value === 0) continue;
    yield { value: Math.abs(100 * (part.value / whole.value - 1)), of: "percent", path };
    yield { value: part.value / whole.value, of: "ratio", path };
  }
}

function share(part: Fact, whole: Fact): Fact {
  return { value: (100 * part.value) / whole.value, of: "percent", path: part.path };
}

function* sums(facts: readonly Fact[], of: Dimension, path: string): Generator<Fact> {
  if (facts.length < 2) return;
  const sum = { value: facts.reduce((all, { value }) => all + value, 0), of, path };
  yield sum;
  for (const each of facts) yield share(each, sum);
}

/** Counts of rows; of a column its sum, shares, and differences of its ends and neighbours. */
function* derivedOfTable({ title, columns, rows }: Table, scalars: readonly Fact[]) {
  if (title === "properties") return;
  yield { value: rows.length, of: "count" as const, path: title };
  const total = scalars.find(({ path }) => path === "matched");
  const isSeries = columns.some((name) => /^(?:time|day|hour|date|from)$/.test(name));
  for (const [i, name] of columns.entries()) {
    const unit = unitOfName(name);
    if (unit.of === "angle") continue;
    const facts = rows.flatMap((row) => {
      const value = numberOf(row[i]);
      return value === null ? [] : [{ value: inBase(value, unit), of: unit.of, path: name }];
    });
    yield* sums(facts, unit.of, name);
    for (const [at, each] of facts.entries()) {
      const next = facts[at + 1];
      if (next) yield* isSeries ? changes(each, next) : pair(each, next);
      if (total && each.of === "count") yield share(each, total);
    }
    const [first, last] = [facts[0], facts.at(-1)];
    if (first && last && first !== last) yield* isSeries ? changes(first, last) : pair(first, last);
    const times = rows.map((row) => Date.parse(String(row[i]))).filter(Number.isFinite);
    if (times.length > 1 && /time|day|^from$|^to$|_at$/.test(name)) {
      const days = Math.abs(times[0]! - times.at(-1)!) / dayMs;
      yield { value: days * 24, of: "time" as const, path: name };
    }
  }
}

function countTexts({ columns, rows }: Table, counts: Map<string, Set<number>>): void {
  for (const i of columns.keys()) {
    const ofColumn = new Map<string, number>();
    for (const row of rows) {
      const text = row[i];
      if (typeof text === "string" && text.length > 1)
        ofColumn.set(text, (ofColumn.get(text) ?? 0) + 1);
    }
    for (const [text, count] of ofColumn)
      counts.set(text, new Set([...(counts.get(text) ?? []), count]));
  }
}

/** Whether the facts state a figure, or a number that rounds or converts to it. */
export function states(facts: Facts, figure: Figure): boolean {
  const { numbers, times } = facts;
  if (figure.kind === "number")
    return numbers.some((each) => isOfNoun(figure, each, facts) && means(figure, each));
  if (figure.kind !== "time") return false;
  const { days, clock } = figure;
  const isKnown = days.every((each) => times.has(each)) && (clock === null || times.has(clock));
  const [year] = days;
  return isKnown || (year?.length === 4 && numbers.some(({ value }) => value === Number(year)));
}

/** Whether a figure follows from the facts; `text` is what it stands in. */
export function implies(facts: Facts, figure: Figure, text: string): boolean {
  const { derived, byText } = facts;
  if (figure.kind !== "number") return false;
  const isCount = figure.unit === null || figure.unit.of === "count";
  // What follows from many numbers is near many others: a number alone must be it.
  const isExact = ({ value }: Fact) => figure.values.some((each) => each.value === value);
  const follows = (each: Fact) =>
    (isCount
      ? /^(?:count)?$/.test(each.of) && (figure.isRough || isExact(each))
      : each.of !== "") && means(figure, each);
  if (derived.some((each) => isOfNoun(figure, each, facts) && follows(each))) return true;
  return (
    isCount &&
    [...byText].some(
      ([each, counts]) =>
        figure.values.some(({ value }) => counts.has(value)) && text.includes(each),
    )
  );
}

/** Counts of detections in every answer, and in one about detections. */
const ofDetections = /(?:^|\.)(?:inside|near)$|^labels\b/;
const ofMatches = /(?:^|\.)(?:matched|returned|omitted|count)$/;

/** A number of detections is no number of fires. */
function isOfNoun({ unit }: NumberFigure, { path }: Fact, { areDetections }: Facts): boolean {
  if (!unit?.isOfFires) return true;
  return !ofDetections.test(path) && !(areDetections && ofMatches.test(path));
}

function isSame(a: Dimension, b: Dimension): boolean {
  return a === b || a === "" || b === "";
}

/** Whether a number as it is written means a fact. */
function means({ values, unit, isRough }: NumberFigure, { value, of, path }: Fact): boolean {
  if (unit && !isSame(of, unit.of)) return false;
  // Nobody writes measures of a count, nor shares without their sign.
  if (!unit && (of === "ratio" || (of === "percent" && path !== "notice" && !/percent/.test(path))))
    return false;
  const isMeasured = of !== "count" && (unit === null || unit.of !== "count");
  return values.some((written) => {
    const { value: given } = written;
    const stated = unit && of !== "" ? inBase(given, unit) : given;
    const scale = unit && of !== "" ? unit.factor : 1;
    const isSigned = of === "angle" || /change|diff/.test(path);
    const gap = Math.abs(stated - (isSigned && given > 0 ? Math.abs(value) : value));
    if (gap <= Math.abs(value) * 1e-9) return true;
    if (given === 0 || !(isMeasured || isRough)) return false;
    // A bare small number would be a rounding of something in most answers.
    if (!unit && !isRough && Math.abs(given) < 10 && Number.isInteger(given)) return false;
    const rough = Math.min(written.roughHalf, Math.max(written.half, 0.2 * Math.abs(given)));
    const isRounded = isRough || (isLong(given) && unit !== null);
    return gap <= (isRounded ? rough : written.half) * scale * (1 + 1e-9);
  });
}

/** Two digits or more before its closing zeros: 120, 1,200, but not 100. */
function isLong(value: number): boolean {
  return String(Math.abs(value)).replace(/0+$/, "").length > 1;
}
