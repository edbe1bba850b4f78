/** Spellings of the satellites whose detections FIRMS has, the usual ones first. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  Terra: ["Terra", "T"],
  Aqua: ["Aqua", "A"],
  "Suomi NPP": ["N", "Suomi NPP", "SNPP", "NPP"],
  "NOAA-20": ["NOAA-20", "N20", "1", "J1", "JPSS-1"],
  "NOAA-21": ["NOAA-21", "N21", "J2", "JPSS-2"],
};

const satellites: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([name, all]) =>
    all.map((each) => [plain(each), name] as const),
  ),
);

/** Without case, spaces and hyphens. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]/g, "");
}

/**
 * The name of a satellite, such as "Suomi NPP" of "N"; null for anything else.
 *
 * @param instrument if known: of VIIRS alone, "1" is NOAA-20
 */
export function satelliteName(value: unknown, instrument?: unknown): string | null {
  if (typeof value !== "string") return null;
  const isOther = value === "1" && typeof instrument === "string" && !/viirs/i.test(instrument);
  return isOther ? null : (satellites.get(plain(value)) ?? null);
}

/** Whether a text is the name of a satellite, and not a code for it. */
export function isSatelliteName(value: unknown): boolean {
  return typeof value === "string" && plain(value) === plain(satelliteName(value) ?? "");
}

/** How sources spell the satellite of a code or name; none for anything else. */
export function spellingsOf(value: unknown): readonly string[] {
  return spellings[satelliteName(value) ?? ""] ?? [];
}

/** Each class: its MODIS percentages, from the first to below the second, and its texts. */
export const confidenceClasses = [
  { name: "low", from: null, below: 30, codes: ["l", "low"] },
  { name: "nominal", from: 30, below: 80, codes: ["n", "nominal"] },
  { name: "high", from: 80, below: null, codes: ["h", "high"] },
] as const;

/**
 * The class of a confidence: of VIIRS' letters or words, and of MODIS' percent by FIRMS' bounds
 * (https://www.earthdata.nasa.gov/data/tools/firms/faq); null for anything else.
 */
export function confidenceClass(value: unknown): "low" | "nominal" | "high" | null {
  const text = typeof value === "string" ? value.trim().toLowerCase() : value;
  const named = confidenceClasses.find(({ codes }) => codes.some((each) => each === text));
  if (named) return named.name;
  const percent = typeof text === "string" && /^\d+$/.test(text) ? Number(text) : text;
  if (typeof percent !== "number" || !(percent >= 0 && percent <= 100)) return null;
  return confidenceClasses.find(({ below }) => below === null || percent < below)!.name;
}
