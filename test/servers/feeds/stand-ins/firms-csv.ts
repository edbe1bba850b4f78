import { utcDate } from "../world/clock.ts";
import { type Row, type Satellite, sensorOf } from "../world/detections.ts";

/** How an answer of FIRMS is written. */
export interface CsvLayout {
  readonly sensor: "VIIRS" | "MODIS";
  /** The area API, or the files without a key. */
  readonly of: "area" | "file";
  readonly standard: boolean;
  /** Columns that this answer lacks. */
  readonly without?: readonly string[];
  readonly reversed?: boolean;
}

const spellings = {
  area: { SNPP: "N", NOAA20: "N20", NOAA21: "N21", Terra: "Terra", Aqua: "Aqua" },
  file: { SNPP: "N", NOAA20: "1", NOAA21: "2", Terra: "T", Aqua: "A" },
} satisfies Record<string, Record<Satellite, string>>;

const words: Record<string, string> = { l: "low", n: "nominal", h: "high" };

function columnsOf({ sensor, of, standard, without, reversed }: CsvLayout): string[] {
  const [first, second] =
    sensor === "VIIRS" ? ["bright_ti4", "bright_ti5"] : ["brightness", "bright_t31"];
  const columns = [
    ...["latitude", "longitude", first!, "scan", "track", "acq_date", "acq_time", "satellite"],
    ...(of === "area" ? ["instrument"] : []),
    ...["confidence", "version", second!, "frp", "daynight"],
    ...(standard ? ["type"] : []),
  ].filter((name) => !without?.includes(name));
  return reversed ? columns.reverse() : columns;
}

/** Header and rows; no byte order mark, `\n`, unquoted. */
export function writeCsv(rows: readonly Row[], layout: CsvLayout): string {
  const columns = columnsOf(layout);
  const lines = rows.flatMap((row) => {
    const line = columns.map((name) => cell(row, name, layout)).join(",");
    return Array.from({ length: row.copies }, () => line);
  });
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

function cell(row: Row, name: string, { of }: CsvLayout): string {
  const modis = sensorOf(row.satellite) === "MODIS";
  // MODIS has 4 decimals in standard rows and 3 in files.
  const decimals = modis && of === "file" ? 3 : modis && row.tier === "SP" ? 4 : 5;
  switch (name) {
    case "latitude":
      return row.latitude.toFixed(decimals);
    case "longitude":
      return row.longitude.toFixed(decimals);
    case "bright_ti4":
    case "brightness":
      return String(row.brightness);
    case "bright_ti5":
    case "bright_t31":
      return String(row.background);
    case "scan":
      return String(row.scan);
    case "track":
      return String(row.track);
    case "acq_date":
      return utcDate(row.time);
    case "acq_time": {
      const time = new Date(row.time).toISOString().slice(11, 16).replace(":", "");
      return of === "area" ? String(Number(time)) : time;
    }
    case "satellite":
      return spellings[of][row.satellite];
    case "instrument":
      return modis ? "MODIS" : "VIIRS";
    case "confidence":
      return of === "file" ? (words[row.confidence] ?? row.confidence) : row.confidence;
    case "version":
      return `${modis ? "6.1" : "2.0"}${row.tier === "SP" ? "" : row.tier}`;
    case "frp":
      return row.frp === null ? "" : String(row.frp);
    case "daynight":
      return row.night ? "N" : "D";
    default:
      return String(row.type);
  }
}
