import { quoted } from "../values/text.ts";
import { usMember, withUsUnits } from "../values/us-units.ts";
import { inZone, isZone } from "../values/zone.ts";
import { invalidInput } from "./tool-error.ts";

type Json = Record<string, unknown>;

/** Named as the parameters of tools. */
export interface ShownByDefault {
  readonly time_zone?: string | undefined;
  readonly units?: Units | undefined;
}

export const unitSystems = ["metric", "us"] as const;

type Units = (typeof unitSystems)[number];

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;
/** In sentences; not as text of a filter, in which CQL2 wants UTC. */
const instants = /(?<!['\w])\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;

const endOfDay = /T(?:00:00(?::00(?:\.0+)?)?|23:59:59\.999)Z$/;

/** What is to be sent back as it is, or stands for itself. */
const untouched = new Set(
  "id collection filter request next_cursor since_cursor cursor url path uri source service_notices properties".split(
    " ",
  ),
);

/** Our own sentences. */
const sentences = new Set(["notices", "omitted", "compared", "order"]);

/** How answers show times and measures: in which zone, and with which units beside metric ones. */
export class Presentation {
  #zone = "UTC";
  #isUs = false;
  #hasDates = false;
  readonly #shown = new Map<string, string>();

  /** @throws {ToolError} when the IANA time zone is unknown (`invalid_input`) */
  use({ time_zone: zone, units }: ShownByDefault): void {
    if (zone !== undefined && zone !== this.#zone) {
      checkZone(zone);
      this.#zone = zone;
      this.#shown.clear();
    }
    if (units !== undefined) this.#isUs = units === "us";
  }

  /** IANA zone of words, days and all times. */
  get zone(): string {
    return this.#zone;
  }

  /** Whether answers stay as tools make them. */
  get isPlain(): boolean {
    return this.#zone === "UTC" && !this.#isUs;
  }

  /** Leaves the ends of days in UTC: calendar dates, which no zone shifts (decisions, row 28). */
  keepDates(): void {
    this.#hasDates = true;
  }

  /** An answer with its times in the zone and its measures in both units. */
  of<Answer extends Json>(answer: Answer): Answer {
    return this.isPlain ? answer : (this.#object(answer) as Answer);
  }

  /** The properties of a feature for a file, with measures beside them. */
  propertiesOf(properties: Json): Json {
    return this.isPlain ? properties : this.#object(properties);
  }

  /** Names of columns, with those beside them. */
  namesOf(names: readonly string[]): string[] {
    return this.#columns(names).map(({ name }) => name);
  }

  #object(object: Json): Json {
    const members = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
      const [, prefix, part] = /^(top_)?(columns|rows|rows_by_time)$/.exec(name) ?? [];
      const columns = object[`${prefix ?? ""}columns`];
      if (part !== undefined && Array.isArray(value) && isNames(columns)) {
        if (part === "columns") return [[name, this.namesOf(columns)]];
        const each = part === "rows" ? this.#row : this.#group;
        return [[name, value.map((row) => each.call(this, row, columns))]];
      }
      const us = this.#isUs ? usMember(name) : undefined;
      return [
        [name, this.#value(name, value)],
        ...(us && !(us.name in object) && value !== null
          ? ([[us.name, us.convert(value)]] as [string, unknown][])
          : []),
      ];
    });
    return Object.fromEntries(members);
  }

  #group(group: Json, columns: readonly string[]): Json {
    const { rows, ...shared } = group;
    return {
      ...this.#object(shared),
      ...(Array.isArray(rows) && { rows: rows.map((row) => this.#row(row, columns)) }),
    };
  }

  #row(row: unknown, columns: readonly string[]): unknown {
    if (!Array.isArray(row)) return row;
    return this.#columns(columns).map(({ from, convert }) =>
      convert ? convert(row[from]) : this.#value(columns[from]!, row[from]),
    );
  }

  #columns(names: readonly string[]) {
    return names.flatMap((name, from) => {
      const us = this.#isUs ? usMember(name) : undefined;
      const own = { name, from, convert: undefined };
      return us && !names.includes(us.name) ? [own, { ...us, from }] : [own];
    });
  }

  #value(name: string, value: unknown): unknown {
    if (untouched.has(name) && typeof value !== "object") return value;
    if (typeof value === "string")
      return sentences.has(name) ? this.#sentence(value) : this.#time(value);
    if (Array.isArray(value)) return value.map((each) => this.#value(name, each));
    if (typeof value !== "object" || value === null || name === "geometry") return value;
    return this.#object(value as Json);
  }

  #time(text: string): string {
    if (this.#zone === "UTC" || !instant.test(text)) return text;
    if (this.#hasDates && endOfDay.test(text)) return text;
    const known = this.#shown.get(text);
    if (known !== undefined) return known;
    const shown = inZone(text, this.#zone);
    this.#shown.set(text, shown);
    return shown;
  }

  #sentence(text: string): string {
    const zoned = text.replace(instants, (found) => this.#time(found));
    return this.#isUs ? withUsUnits(zoned) : zoned;
  }
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

/** @throws {ToolError} when the IANA time zone is unknown (`invalid_input`) */
export function checkZone(zone: string): void {
  if (isZone(zone)) return;
  throw invalidInput(
    `time_zone ${quoted(zone, 60)} is not an IANA time zone: give one such as "Europe/Lisbon" or "America/Los_Angeles".`,
    "time_zone",
  );
}
