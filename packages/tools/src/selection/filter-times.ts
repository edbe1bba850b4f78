import { dateForm, parseTimeMs, printInstant } from "@emberline/geo";

const text = "'((?:[^']|'')*)'";
const pattern = new RegExp(
  [
    String.raw`CAST\s*\(\s*${text}\s+AS\s+(\w+)(?:\(\d+\))?[\w\s]*\)`,
    String.raw`${text}\s*::\s*(\w+)`,
    String.raw`\b(DATE|DATETIME|TIMESTAMP|TO_DATE|TO_TIMESTAMP)\s*(?:\(\s*${text}\s*\)|${text})`,
    text,
  ].join("|"),
  "gi",
);

/**
 * A filter whose times are no literals of CQL2, such as `TIMESTAMP('2026-07-21')` or
 * `'2026-07-21 12:00'::timestamp`, with such literals: with days where they may be meant, and with
 * instants. Each is a guess, to be offered.
 *
 * @param areTextsDays whether plain texts that are dates become days: `T_AFTER(t, '2026-07-21')`
 */
export function withTimeLiterals(filter: string, areTextsDays: boolean): string[] {
  const withOne = (last: boolean) =>
    filter.replace(pattern, (found, ...groups: (string | undefined)[]) => {
      const [cast, castType, colons, colonsType, called, inCall, beside, plain] = groups;
      const value = cast ?? colons ?? inCall ?? beside ?? plain ?? "";
      const type = castType ?? colonsType ?? called ?? (areTextsDays ? "date" : undefined);
      const literals = literalsOf(value, type);
      return (last ? literals.at(-1) : literals[0]) ?? found;
    });
  return [...new Set([withOne(false), withOne(true)])].filter((each) => each !== filter);
}

/** The literals that a text may be; a plain date stays one. */
function literalsOf(value: string, type: string | undefined): string[] {
  const ms = parseTimeMs(value);
  if (ms === undefined) return [];
  const day = `DATE('${value.slice(0, 10)}')`;
  const instant = `TIMESTAMP('${printInstant(ms)}')`;
  const isDay = dateForm.test(value);
  if (type === undefined) return isDay ? [] : [instant];
  if (/date$/i.test(type)) return isDay ? [day] : [day, instant];
  return isDay ? [day, instant] : [instant];
}
