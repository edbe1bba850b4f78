/** A satellite of FIRMS' polar products. */
interface Satellite {
  /** As FIRMS' area API spells it: so are all its detections stored. */
  readonly name: string;
  /** Its part of a detection's id. */
  readonly id: string;
  readonly instrument: "MODIS" | "VIIRS";
}

const terra: Satellite = { name: "Terra", id: "terra", instrument: "MODIS" };
const aqua: Satellite = { name: "Aqua", id: "aqua", instrument: "MODIS" };
const snpp: Satellite = { name: "N", id: "snpp", instrument: "VIIRS" };
const noaa20: Satellite = { name: "N20", id: "noaa20", instrument: "VIIRS" };
const noaa21: Satellite = { name: "N21", id: "noaa21", instrument: "VIIRS" };

/** Plain spellings, as letters and digits in lower case, and the usual ones as they are. */
const bySpelling = new Map<string, Satellite>([
  ...[terra, aqua, snpp, noaa20, noaa21].map((satellite) => [satellite.name, satellite] as const),
  ["t", terra],
  ["terra", terra],
  ["a", aqua],
  ["aqua", aqua],
  ["n", snpp],
  ["npp", snpp],
  ["snpp", snpp],
  ["suominpp", snpp],
  ["1", noaa20],
  ["n20", noaa20],
  ["noaa20", noaa20],
  ["2", noaa21],
  ["n21", noaa21],
  ["noaa21", noaa21],
]);

/** Undefined for a satellite that is not one of FIRMS' polar ones. */
export function satelliteOf(spelling: string): Satellite | undefined {
  return bySpelling.get(spelling) ?? bySpelling.get(plainName(spelling));
}

export function plainName(spelling: string): string {
  return spelling.toLowerCase().replace(/[^a-z0-9]/g, "");
}
