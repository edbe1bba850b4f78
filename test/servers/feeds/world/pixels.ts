import { existsSync } from "node:fs";
import { join } from "node:path";
import { readShared, sharedData } from "@emberline/test-support/shared-data";
import { type Draw, rounded } from "./draw.ts";

/** What a sensor measured in one pixel, without time and satellite. */
export interface Pixel {
  readonly latitude: number;
  readonly longitude: number;
  /** Kelvin, of the channel that detects fires. */
  readonly brightness: number;
  /** Kelvin, of the other channel. */
  readonly background: number;
  /** Size in kilometres. */
  readonly scan: number;
  readonly track: number;
  /** VIIRS `l`, `n`, `h`; MODIS `0` to `100`. */
  readonly confidence: string;
  /** MW; null where the source has none. */
  readonly frp: number | null;
}

/** Positions where reading by rule of thumb fails: the antimeridian and the poles. */
const edges: readonly (readonly [longitude: number, latitude: number])[] = [
  [180, 52.1],
  [-180, 51.9],
  [179.99999, -16.5],
  [-179.99999, -16.5],
  [0, 90],
  [12.5, -90],
  [-45.12345, 89.99999],
];

const files = {
  VIIRS: "firms/firms_oregon_viirs_2026-07.csv.gz",
  MODIS: "firms/firms_australia_modis_2019-08_2019-09.csv.gz",
};

/** Real pixels of a sensor from the shared data; made up where these are absent. */
export function readPixels(sensor: "VIIRS" | "MODIS", draw: Draw): Pixel[] {
  const present = existsSync(join(sharedData, files[sensor]));
  const pixels = present ? realPixels(sensor) : madeUpPixels(sensor, draw);
  const like = pixels[0]!;
  const all = [
    ...pixels,
    ...edges.map(([longitude, latitude]) => ({ ...like, longitude, latitude })),
  ];
  return [...new Map(all.map((pixel) => [`${pixel.latitude},${pixel.longitude}`, pixel])).values()];
}

function realPixels(sensor: "VIIRS" | "MODIS"): Pixel[] {
  const [header, ...lines] = readShared(files[sensor]).trim().split("\n");
  const columns = header!.split(",");
  const thermal = sensor === "VIIRS" ? ["bright_ti4", "bright_ti5"] : ["brightness", "bright_t31"];
  return lines.map((line) => {
    const cells = line.split(",");
    const cell = (name: string) => cells[columns.indexOf(name)] ?? "";
    return {
      latitude: Number(cell("latitude")),
      longitude: Number(cell("longitude")),
      brightness: Number(cell(thermal[0]!)),
      background: Number(cell(thermal[1]!)),
      scan: Number(cell("scan")),
      track: Number(cell("track")),
      confidence: cell("confidence"),
      frp: cell("frp") === "" ? null : Number(cell("frp")),
    };
  });
}

function madeUpPixels(sensor: "VIIRS" | "MODIS", draw: Draw): Pixel[] {
  const size = sensor === "VIIRS" ? 0.4 : 1;
  return Array.from({ length: 1000 }, () => ({
    latitude: rounded(draw.between(-60, 70), 5),
    longitude: rounded(draw.between(-179, 179), 5),
    brightness: rounded(draw.between(300, 367), 2),
    background: rounded(draw.between(270, 310), 2),
    scan: rounded(size * draw.between(1, 1.8), 2),
    track: rounded(size * draw.between(1, 1.4), 2),
    confidence: sensor === "VIIRS" ? draw.of(["l", "n", "h"]) : String(draw.integer(0, 100)),
    frp: rounded(draw.between(0.3, 90), 2),
  }));
}
