export interface Detection {
  readonly type: "Feature";
  readonly id: string;
  readonly geometry: { readonly type: "Point"; readonly coordinates: [number, number] };
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Invented detections, for the filters of the editor. */
export const sample: readonly Detection[] = [
  detection("d1", [-121.21, 40.31], "2026-07-20T10:12:00Z", 12.5, 78, "Terra", "Park"),
  detection("d2", [-121.18, 40.29], "2026-07-20T20:41:00Z", 88.1, "h", "N20", "Park"),
  detection("d3", [-121.62, 40.21], "2026-07-21T09:58:00Z", 140.7, "n", "N21", "Élan Creek"),
  detection("d4", [-122.88, 42.36], "2026-07-21T21:05:00Z", 5.2, 41, "Aqua", "Élan Creek"),
  detection("d5", [-7.91, 40.12], "2026-07-21T13:33:00Z", 61.3, "n", "N", null),
  detection("d6", [150.12, -33.37], "2026-07-22T03:50:00Z", 54, 92, "Terra", "Wattlebone"),
  detection("d7", [179.9, -17.2], "2026-07-22T01:20:00Z", 7.7, "l", "N20", null),
  detection("d8", [-121.2, 40.3], "2026-07-22T10:20:00Z", 230.4, "h", "N21", "Park"),
];

/** Its properties, as a service lists what may be asked. */
export const queryables = {
  queryables: [
    { id: "geometry", type: "geometry" },
    { id: "acq_time", type: "dateTime" },
    { id: "frp", type: "number" },
    { id: "confidence", type: "number" },
    { id: "confidence", type: "string" },
    { id: "satellite", type: "string" },
    { id: "fire", type: "string" },
  ],
};

function detection(
  id: string,
  coordinates: [longitude: number, latitude: number],
  acq_time: string,
  frp: number,
  confidence: number | string,
  satellite: string,
  fire: string | null,
): Detection {
  const properties = { acq_time, frp, confidence, satellite, fire };
  return { type: "Feature", id, geometry: { type: "Point", coordinates }, properties };
}
