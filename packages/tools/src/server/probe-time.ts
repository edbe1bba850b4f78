import { findRoles, type RoleSettings, rolesFrom, rolesIn, timeOf } from "../values/roles.ts";
import type { Asked, ServerReader } from "./server-reader.ts";

/** How `datetime` selects in a collection: to the instant, or only by whole UTC days. */
export type TimeSelection = "instants" | "days";

/** Before any observation. */
const early = "1800-01-01T00:00:00Z/1800-01-02T00:00:00Z";

/** Asks for the time of one feature: a server that selects by time sends no other. */
export async function probeTime(
  reader: ServerReader,
  id: string,
  settings: RoleSettings[string] | undefined,
  asked: Asked,
): Promise<TimeSelection | null> {
  const features = await reader.sample(id, asked);
  const queryables = await reader.queryables(id, asked);
  const properties = Object.assign({}, ...features.map((each) => each.properties));
  const roles = {
    ...(queryables ? findRoles(queryables) : rolesIn(properties)),
    ...rolesFrom(settings),
  };
  const times = features.flatMap((each) => timeOf(each.properties, roles) ?? []);
  const [first] = times;
  if (first === undefined) return null;
  const isDay = first.length === 10;
  const found = await reader.ask(id, { datetime: isDay ? wholeDay(first) : first }, asked);
  const foundTimes = found?.flatMap((each) => timeOf(each.properties, roles) ?? []) ?? [];
  if (foundTimes.length === 0 || foundTimes.some((each) => each !== first)) return null;
  const selection = isDay ? "days" : "instants";
  // Where all of the sample have one time, a server that ignores it would return the same.
  if (times.some((each) => each !== first)) return selection;
  const none = await reader.ask(id, { datetime: early }, asked);
  return none?.some((each) => timeOf(each.properties, roles) !== null) ? null : selection;
}

/** The UTC day of a date, as a closed interval. */
function wholeDay(date: string): string {
  return `${date}T00:00:00Z/${date}T23:59:59Z`;
}
