import type { FeedContext } from "../feed.ts";
import type { Validators } from "../request.ts";
import type { Area } from "./areas.ts";
import type { DayRange } from "./days.ts";
import type { MapKey } from "./map-key.ts";
import { type FirmsCsv, readCsv } from "./read-csv.ts";

/** A request to FIRMS' area API. */
export interface AreaRequest {
  readonly key: MapKey;
  /** Such as `MODIS_NRT`. */
  readonly source: string;
  /** Transactions per day and cell. */
  readonly weight: number;
  readonly area: Area;
  readonly range: DayRange;
  /** Whether requests for today go first. */
  readonly isPast: boolean;
  readonly validators?: Validators | undefined;
}

export interface AreaAnswer {
  readonly csv: FirmsCsv;
  readonly validators: Validators;
}

/** The path of a request after the key. */
export function areaPath({ source, area, range }: AreaRequest): string {
  return `${source}/${area.path}/${range.length}/${range.first}`;
}

/** A complete answer; undefined if it is the same as before. */
export async function askArea(
  request: AreaRequest,
  context: FeedContext,
): Promise<AreaAnswer | undefined> {
  const { key, area, range, weight, isPast, validators } = request;
  const cost = Math.ceil(area.cells * weight * range.length);
  const asked = { endpoint: "api/area/csv", path: areaPath(request), cost, isPast, validators };
  const answer = await key.send(asked, context);
  if (answer.kind === "unchanged") return undefined;
  const csv = await readCsv(answer.body, context.pause);
  if ("text" in csv) throw await key.errorOf({ ...answer, text: csv.text }, context);
  if (answer.status >= 300) throw await key.errorOf({ ...answer, text: "" }, context);
  key.works();
  return { csv, validators: answer.validators };
}
