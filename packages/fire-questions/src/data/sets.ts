/** What a file of the data holds. */
export interface DataSet {
  /** Of the file, without its extension. */
  readonly name: string;
  readonly what: string;
  /** The first and the last UTC day that it covers; absent where time does not matter. */
  readonly days?: readonly [string, string];
  /** West, south, east and north in degrees; absent: the world, or the areas that it lists. */
  readonly box?: readonly [number, number, number, number];
}

/** The sets of satellite detections: nothing was looked at outside of their boxes and days. */
export const hotspotSets: readonly DataSet[] = [
  {
    name: "hotspots_australia_2019",
    what: "MODIS detections of Australia",
    days: ["2019-08-01", "2019-09-30"],
    box: [112, -44, 154, -10],
  },
  {
    name: "hotspots_world_2023",
    what: "MODIS detections of the world",
    days: ["2023-08-01", "2023-08-02"],
  },
  {
    name: "hotspots_hawaii_2024",
    what: "VIIRS detections of Hawaii",
    days: ["2024-04-01", "2024-06-30"],
    box: [-161, 18, -154, 23],
  },
  {
    name: "hotspots_us-southwest_2025",
    what: "MODIS detections of the Southwest of the USA",
    days: ["2025-06-10", "2025-06-23"],
    box: [-114.6, 31.2, -103, 42.1],
  },
  {
    name: "hotspots_oregon_2026",
    what: "VIIRS detections around one fire in Oregon",
    days: ["2026-07-16", "2026-07-20"],
    box: [-123.1, 42.5, -122.8, 42.7],
  },
];

/** The sets of mapped outlines of fires. */
export const perimeterSets: readonly DataSet[] = [
  {
    name: "perimeters_us-west_2023",
    what: "Mapped perimeters of fires in California, Oregon and Washington",
    days: ["2023-01-01", "2023-12-31"],
  },
  {
    name: "perimeters_us-southwest_2025",
    what: "Mapped perimeters of 20 fires of the Southwest of the USA",
    days: ["2025-06-10", "2025-06-24"],
    box: [-114.6, 31.2, -103, 42.1],
  },
];

/** The sets without a time. */
export const otherSets: readonly DataSet[] = [
  { name: "static-heat-sources", what: "Power plants, steel plants and volcanoes of the world" },
  { name: "places", what: "Populated places of 10,000 people and more" },
  { name: "areas", what: "States and provinces of 16 countries" },
];
