import type { Field } from "./fields.ts";

/** The fields of a form in its four groups. */
export interface Sections {
  readonly what: readonly Field[];
  readonly where: readonly Field[];
  readonly when: readonly Field[];
  /** All others, also those of tools that this page does not know. */
  readonly more: readonly Field[];
}

const areaNames = ["near", "lon", "lat", "radius_km", "bbox", "within", "fire"];
const timeNames = ["time", "before", "after", "since", "until", "time_zone"];
const subjectNames = [
  "collection",
  "collections",
  "name",
  "id",
  "fire_name",
  "status",
  "origin",
  "filter",
  "filter_lang",
  "group_by",
  "format",
];

/** Which group of the form each field belongs to, in the schema's order. */
export function toSections(fields: readonly Field[]): Sections {
  const names = new Set(fields.map(({ name }) => name));
  // Without any area a fire is the subject itself, and a radius a detail.
  const hasArea = ["near", "bbox", "within"].some((name) => names.has(name));
  const placeOf = ({ name, isRequired }: Field): keyof Sections => {
    if (hasArea && areaNames.includes(name)) return "where";
    if (timeNames.includes(name)) return "when";
    return isRequired || subjectNames.includes(name) ? "what" : "more";
  };
  const inGroup = (group: keyof Sections) => fields.filter((field) => placeOf(field) === group);
  return {
    what: inGroup("what"),
    where: inGroup("where"),
    when: inGroup("when"),
    more: inGroup("more"),
  };
}
