/** One of FIRMS' near real-time sources, with its final counterpart and its open files. */
export interface Source {
  /** Part of the feed's name. */
  readonly name: string;
  readonly title: string;
  /** In the area API. */
  readonly nrt: string;
  /** Undefined if there is none. */
  readonly sp: string | undefined;
  /** Folder and file of the open files. */
  readonly files: readonly [folder: string, file: string];
  /** Transactions per day and 60 by 60 degrees. */
  readonly weight: number;
  /** As stored. */
  readonly satellites: readonly string[];
}

/** Rows of near real-time sources arrive within three hours. */
export const delayHours = 3;

/** A satellite sees fires every day: without one for this long, it may have fallen silent. */
export const silentHours = 48;

export const sourceNames = ["viirs-snpp", "viirs-noaa20", "viirs-noaa21", "modis"] as const;

export type SourceName = (typeof sourceNames)[number];

export const sources: Readonly<Record<SourceName, Source>> = {
  "viirs-snpp": {
    name: "viirs-snpp",
    title: "VIIRS on Suomi NPP, 375 m",
    nrt: "VIIRS_SNPP_NRT",
    sp: "VIIRS_SNPP_SP",
    files: ["suomi-npp-viirs-c2", "SUOMI_VIIRS_C2"],
    weight: 2,
    satellites: ["N"],
  },
  "viirs-noaa20": {
    name: "viirs-noaa20",
    title: "VIIRS on NOAA-20, 375 m",
    nrt: "VIIRS_NOAA20_NRT",
    sp: "VIIRS_NOAA20_SP",
    files: ["noaa-20-viirs-c2", "J1_VIIRS_C2"],
    weight: 2,
    satellites: ["N20"],
  },
  "viirs-noaa21": {
    name: "viirs-noaa21",
    title: "VIIRS on NOAA-21, 375 m",
    nrt: "VIIRS_NOAA21_NRT",
    sp: undefined,
    files: ["noaa-21-viirs-c2", "J2_VIIRS_C2"],
    weight: 2,
    satellites: ["N21"],
  },
  modis: {
    name: "modis",
    title: "MODIS on Terra and Aqua, 1 km",
    nrt: "MODIS_NRT",
    sp: "MODIS_SP",
    files: ["modis-c6.1", "MODIS_C6_1"],
    weight: 0.5,
    satellites: ["Terra", "Aqua"],
  },
};
