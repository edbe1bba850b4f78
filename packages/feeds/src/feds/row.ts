import { parseTimeMs, printInstant } from "@emberline/geo";
import type { FeedFeature } from "../feed-feature.ts";
import { isRecord } from "../geojson/read-features.ts";
import { readOutline } from "../geojson/read-outline.ts";

/** A perimeter of one time step. */
export interface FedsRow {
  readonly feature: FeedFeature;
  /** Of its last observation; epoch milliseconds. */
  readonly timeMs: number;
}

/** Region, number of the fire, and the time step without zone. */
const keyForm = /^([\w-]{1,40})\|(\d{1,15}(?:\.\d+)?)\|(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)$/;

/** Undefined if the feature has no key, time or valid outline. */
export function readRow(value: unknown): FedsRow | undefined {
  if (!isRecord(value) || !isRecord(value.properties)) return undefined;
  const fields = value.properties;
  const geometry = readOutline(value.geometry);
  const key = keyForm.exec(String(fields.primarykey ?? value.id)) ?? keyForm.exec(keyOf(fields));
  const timeMs = parseTimeMs(String(fields.t ?? key?.[3] ?? ""));
  if (!geometry || !key || timeMs === undefined) return undefined;
  const [id, region, number, step] = key as unknown as [string, string, string, string];
  return {
    timeMs,
    feature: {
      type: "Feature",
      id,
      geometry,
      properties: {
        // Numbers are those of a region: another region has the same ones.
        fire_id: `${region}|${Number(number)}`,
        kind: "satellite_estimate",
        source: "FEDS",
        datetime: printInstant(timeMs),
        // Steps without new pixels repeat the time of the last observation.
        sequence: Number(step.replace(/\D/g, "")),
        region,
        primarykey: id,
        duration_days: numberOf(fields.duration),
        farea_km2: numberOf(fields.farea),
        fperim_km: numberOf(fields.fperim),
        flinelen_km: numberOf(fields.flinelen),
        n_pixels: numberOf(fields.n_pixels),
        n_newpixels: numberOf(fields.n_newpixels),
        pixden: numberOf(fields.pixden),
        meanfrp_mw: numberOf(fields.meanfrp),
        is_active: booleanOf(fields.isactive),
        merged_into: mergedInto(region, fields.mergeid),
      },
      time: { start: timeMs, end: timeMs },
    },
  };
}

/** The key in its usual form, for rows without one. */
function keyOf({ region, fireid, t }: Readonly<Record<string, unknown>>): string {
  const number = numberOf(fireid);
  return `${typeof region === "string" ? region : ""}|${number === null ? "" : number.toFixed(1)}|${String(t)}`;
}

function mergedInto(region: string, mergeid: unknown): string | null {
  const number = numberOf(mergeid);
  return number === null ? null : `${region}|${number}`;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Its type is not documented. */
function booleanOf(value: unknown): boolean | null {
  if (value === null || value === undefined) return null;
  const text = String(value).toLowerCase();
  if (["true", "1"].includes(text)) return true;
  return ["false", "0"].includes(text) ? false : null;
}
