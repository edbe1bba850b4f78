import { factsOf } from "../../answer/tables.ts";
import { isObject, type JsonObject } from "../../json.ts";

/** At most this many rows in a popup; the table below the map has them all. */
const mostShown = 5;

/** Rows as lists of names and values, one below the other. */
export function RecordList({ records }: { records: readonly JsonObject[] }) {
  const hidden = records.length - mostShown;
  return (
    <div class="records">
      {records.slice(0, mostShown).map((record, i) => (
        <dl key={i}>
          {valuesOf(record).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ))}
      {hidden > 0 && <p>{hidden} more are here: zoom in.</p>}
    </div>
  );
}

function valuesOf({ properties, ...rest }: JsonObject): [string, string][] {
  return factsOf({ ...rest, ...(isObject(properties) && properties) }).filter(
    ([, value]) => value !== "",
  );
}
