import { confidenceClass, satelliteName } from "../values/source-codes.ts";

type Json = Record<string, unknown>;

/** The values in an answer whose meaning their source only abbreviates. */
interface Codes {
  readonly satellites: Set<string>;
  readonly confidences: Set<string | number>;
  /** Columns by which an answer counts. */
  readonly counted: Set<string>;
}

const satelliteColumn = /^(?:satellite|platform)$/i;
const confidenceColumn = /^conf(?:idence)?$/i;

/** An answer with a notice on what its codes mean, which stay as filters want them. */
export function withCodesExplained<Answer extends Json>(answer: Answer): Answer {
  const codes: Codes = { satellites: new Set(), confidences: new Set(), counted: new Set() };
  const { selection: _, ...found } = answer;
  collect(found, codes);
  const said = [satelliteNotice(codes), confidenceNotice(codes)].filter((each) => each !== null);
  if (said.length === 0) return answer;
  const notices = Array.isArray(answer.notices) ? answer.notices : [];
  return { ...answer, notices: [...notices, ...said] };
}

function collect(object: Json, codes: Codes): void {
  for (const [name, value] of Object.entries(object)) {
    const [, prefix, part] = /^(.*?)(rows|rows_by_time)$/.exec(name) ?? [];
    const columns = object[`${prefix ?? ""}columns`];
    if (part !== undefined && Array.isArray(value) && Array.isArray(columns))
      collectRows(value, columns, codes);
    else if (isObject(value) && name !== "geometry") collect(value, codes);
    else take(name, value, codes);
  }
}

function collectRows(rows: readonly unknown[], columns: readonly unknown[], codes: Codes): void {
  const coded = columns.flatMap((name, at) =>
    typeof name === "string" && (satelliteColumn.test(name) || confidenceColumn.test(name))
      ? [{ name, at }]
      : [],
  );
  for (const { name } of columns.includes("count") ? coded : []) codes.counted.add(name);
  for (const row of rows) {
    if (Array.isArray(row)) for (const { name, at } of coded) take(name, row[at], codes);
    else if (isObject(row)) collect({ ...row, columns }, codes);
  }
}

function take(name: string, value: unknown, { satellites, confidences }: Codes): void {
  if (typeof value === "string" && satelliteColumn.test(name)) satellites.add(value);
  if ((typeof value === "string" || typeof value === "number") && confidenceColumn.test(name))
    confidences.add(value);
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function satelliteNotice({ satellites, counted }: Codes): string | null {
  const known = [...satellites].flatMap((code) => {
    const name = satelliteName(code);
    return name === null ? [] : [{ code, name }];
  });
  const coded = known.filter(({ code, name }) => code !== name);
  if (coded.length === 0) return null;
  const listed = coded.map(({ code, name }) => `${code === "1" ? "1 of VIIRS" : code} is ${name}`);
  const isSeveral = new Set(known.map(({ name }) => name)).size < known.length;
  const adds =
    isSeveral && [...counted].some((each) => satelliteColumn.test(each))
      ? ' group_by "satellite_name" adds spellings of one satellite.'
      : "";
  return `satellite: ${listed.join(", ")}.${adds}`;
}

function confidenceNotice({ confidences, counted }: Codes): string | null {
  const known = [...confidences].filter((each) => confidenceClass(each) !== null);
  const letters = known.filter((each) => typeof each === "string" && /^[lnh]$/i.test(each));
  const listed = letters.map((each) => `${each} ${confidenceClass(each)}`);
  const isPercent = known.some((each) => Number.isFinite(Number(each)));
  if (isPercent) listed.push("below 30 low, from 80 high");
  if (listed.length === 0) return null;
  const adds =
    isPercent && [...counted].some((each) => confidenceColumn.test(each))
      ? ' group_by "confidence_class" adds them.'
      : "";
  return `confidence: ${listed.join(", ")}.${adds}`;
}
