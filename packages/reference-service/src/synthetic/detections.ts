import { type Position, type Properties, printInstant } from "@emberline/geo";
import { type Random, rounded } from "./random.ts";

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;

interface Satellite {
  name: string;
  instrument: "MODIS" | "VIIRS";
  /** Local solar time of the daytime overpass; the night's is twelve hours later. */
  localHours: number;
}

const satellites: Satellite[] = [
  { name: "Terra", instrument: "MODIS", localHours: 10.5 },
  { name: "N20", instrument: "VIIRS", localHours: 12.6 },
  { name: "N21", instrument: "VIIRS", localHours: 13.0 },
  { name: "N", instrument: "VIIRS", localHours: 13.4 },
  { name: "Aqua", instrument: "MODIS", localHours: 13.6 },
];

export interface Overpass {
  satellite: Satellite;
  /** Epoch milliseconds, full minutes. */
  time: number;
  isDay: boolean;
}

/** The overpasses over a longitude from one time to another, in order of time. */
export function overpasses(
  longitude: number,
  from: number,
  to: number,
  random: Random,
): Overpass[] {
  const passes: Overpass[] = [];
  for (let day = Math.floor(from / dayMs) - 1; day * dayMs <= to + dayMs; day++) {
    for (const satellite of satellites) {
      for (const halfDay of [0, 12]) {
        const hours = satellite.localHours + halfDay - longitude / 15 + random.between(-0.4, 0.4);
        const time = Math.floor((day * dayMs + hours * hourMs) / minuteMs) * minuteMs;
        if (time >= from && time <= to) passes.push({ satellite, time, isDay: halfDay === 0 });
      }
    }
  }
  return passes.sort((a, b) => a.time - b.time);
}

/** One warm pixel in FIRMS' layout of its instrument; `strength` from 0 (faint) to 1. */
export function detection(
  [longitude, latitude]: Position,
  { satellite, time, isDay }: Overpass,
  strength: number,
  type: number,
  random: Random,
): Properties {
  const datetime = printInstant(time);
  const acqDate = datetime.slice(0, 10);
  const acqTime = datetime.slice(11, 16).replace(":", "");
  const { name, instrument } = satellite;
  const daynight = isDay ? "D" : "N";
  const hot = strength * random.between(0.6, 1.4);
  // Spreading common members would take half of the time of a start.
  if (instrument === "MODIS") {
    // The pixel is 1 km at nadir and up to 4.8 km along the scan at the swath's edge.
    const scan = random.between(1, 4.8);
    return {
      latitude,
      longitude,
      brightness: rounded(305 + 90 * hot, 1),
      scan: rounded(scan, 1),
      track: rounded(1 + (scan - 1) / 3.8, 1),
      acq_date: acqDate,
      acq_time: acqTime,
      satellite: name,
      instrument,
      confidence: Math.min(100, Math.round(30 + 65 * hot)),
      version: "6.1NRT",
      bright_t31: rounded(285 + 25 * hot, 1),
      frp: rounded(6 + 160 * hot ** 2, 1),
      daynight,
      type,
      datetime,
      synthetic: true,
    };
  }
  const scan = random.between(0.39, 0.79);
  return {
    latitude,
    longitude,
    bright_ti4: rounded(300 + 60 * hot, 2),
    bright_ti5: rounded(280 + 20 * hot, 2),
    scan: rounded(scan, 2),
    track: rounded(random.between(0.36, 0.77), 2),
    acq_date: acqDate,
    acq_time: acqTime,
    satellite: name,
    instrument,
    confidence: hot > 0.85 ? "h" : hot > 0.2 ? "n" : "l",
    version: "2.0NRT",
    frp: rounded(0.8 + 35 * hot ** 2, 2),
    daynight,
    datetime,
    synthetic: true,
  };
}
