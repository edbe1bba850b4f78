/** Spellings of the satellites whose detections FIRMS has, without case, spaces and hyphens. */
const satellites: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Terra: "t terra",
    Aqua: "a aqua",
    "Suomi NPP": "n npp snpp suominpp",
    "NOAA-20": "1 n20 noaa20 j1 jpss1",
    "NOAA-21": "n21 noaa21 j2 jpss2",
  }).flatMap(([name, spellings]) => spellings.split(" ").map((each) => [each, name] as const)),
);

/** The name of a satellite, such as "Suomi NPP" of "N"; null for anything else. */
export function satelliteName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  return satellites.get(value.toLowerCase().replace(/[\s_-]/g, "")) ?? null;
}

/**
 * The class of a confidence: of VIIRS' letters or words, and of MODIS' percent by FIRMS' bounds
 * (https://www.earthdata.nasa.gov/data/tools/firms/faq); null for anything else.
 */
export function confidenceClass(value: unknown): "low" | "nominal" | "high" | null {
  const text = typeof value === "string" ? value.trim().toLowerCase() : value;
  if (text === "l" || text === "low") return "low";
  if (text === "n" || text === "nominal") return "nominal";
  if (text === "h" || text === "high") return "high";
  const percent = typeof text === "string" && /^\d+$/.test(text) ? Number(text) : text;
  if (typeof percent !== "number" || !(percent >= 0 && percent <= 100)) return null;
  return percent < 30 ? "low" : percent < 80 ? "nominal" : "high";
}
