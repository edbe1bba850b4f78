import type { LoggedEntry, LoggedRequest } from "./stand-ins/answer-log.ts";
import { errorKinds } from "./stand-ins/faults.ts";
import { transactions } from "./stand-ins/firms-quota.ts";
import { hour, minute } from "./world/clock.ts";

/** Requests of one feed at one simulated time, by one process. */
interface Reading {
  readonly at: number;
  readonly failed: boolean;
}

/** FIRMS' limit for a key. */
const quota = { transactions: 5000, ms: 10 * minute };
/** A feed that has failed again and again is still asked after this time. */
const longestWaitMs = 6 * hour;

/** The pace of each source in minutes, by what is documented of it. */
function paceMs(feed: string, minutes: number): number {
  const isArcgis = ["wfigs", "incidents"].includes(feed) || /^(?:zones|described)-/.test(feed);
  const documented = isArcgis ? 5 : feed === "feds" ? 60 : 10;
  return Math.max(documented, minutes) * minute;
}

/** What a request reads: the list of a source, or one product of FIRMS. */
function feedOf({ source, path }: LoggedRequest): string | undefined {
  if (source === "zones" || source === "described") return `${source}-${path.split("/")[2]}`;
  if (source !== "firms") return source;
  const [, product] = /\/(?:area|data_availability)\/csv\/KEY\/(\w+)/.exec(path) ?? [];
  return product ?? /\/active_fire\/([^/]+)\//.exec(path)?.[1];
}

/** Readings that came sooner than the pace, or after failures than a minute, doubled by each. */
export function hastyReadings(requests: readonly LoggedRequest[], minutes: number): string[] {
  const faults: string[] = [];
  for (const [name, readings] of readingsOf(requests)) {
    const pace = paceMs(name.split(" ")[1]!, minutes);
    let failures = 0;
    for (const [index, { at, failed }] of readings.entries()) {
      const least = failures === 0 ? pace : Math.min(minute * 2 ** (failures - 1), longestWaitMs);
      const before = readings[index - 1];
      if (before && at - before.at < least)
        faults.push(`${name}: ${(at - before.at) / minute} min after ${failures} failures`);
      failures = failed ? failures + 1 : 0;
    }
  }
  return faults;
}

function readingsOf(requests: readonly LoggedRequest[]): Map<string, Reading[]> {
  const all = new Map<string, Reading[]>();
  for (const request of [...requests].sort((one, other) => one.began - other.began)) {
    const feed = feedOf(request);
    if (feed === undefined) continue;
    const name = `${request.life} ${feed}`;
    const { at, fault, source } = request;
    const reading = { at, failed: fault !== null && errorKinds(source).includes(fault) };
    const readings = all.get(name) ?? [];
    // The last request of a reading says how it ended.
    if (readings.at(-1)?.at === at) readings.pop();
    all.set(name, [...readings, reading]);
  }
  return all;
}

/** The most requests that one process had open at a source at the same time. */
export function mostAtOnce(requests: readonly LoggedRequest[], source: string): number {
  const ofSource = requests.filter((request) => request.source === source);
  return Math.max(
    ...ofSource.map(
      ({ life, began }) =>
        ofSource.filter(
          (other) => other.life === life && other.began <= began && other.ended > began,
        ).length,
    ),
  );
}

/** Requests for the list of WFIGS within the minute for which it had asked to wait. */
export function unheeded(requests: readonly LoggedRequest[]): string[] {
  const lists = requests.filter(({ source }) => source === "wfigs");
  const limits = lists.filter(({ fault }) => /^(?:http|error)-429$/.test(fault ?? ""));
  return limits.flatMap(({ life, at, ended }) =>
    lists
      .filter((other) => other.life === life && other.began > ended && other.at < at + minute)
      .map(({ path }) => path),
  );
}

/** The most transactions of the key in ten minutes, by the weights of FIRMS' own page. */
export function mostTransactions(requests: readonly LoggedRequest[]): number {
  const spent = requests.flatMap(({ path, at }) => {
    const [, source, days] = /\/area\/csv\/KEY\/(\w+)\/world\/(\d+)/.exec(path) ?? [];
    if (!source) return [];
    return [{ at, weight: transactions([-180, -90, 180, 90], source, Number(days)) }];
  });
  return Math.max(
    ...spent.map(({ at }) =>
      spent
        .filter((other) => other.at <= at && other.at > at - quota.ms)
        .reduce((sum, { weight }) => sum + weight, 0),
    ),
  );
}

/** Requests after a process said that all was stored, and before it ended by itself. */
export function afterTheEnd(
  requests: readonly LoggedRequest[],
  events: readonly LoggedEntry[],
): LoggedRequest[] {
  return events.flatMap(({ event, place }, index) => {
    if (event !== "ended") return [];
    const settled = events.slice(0, index).findLast((before) => before.event === "settled")!;
    return requests.filter(({ began }) => began > settled.place && began < place);
  });
}
