import { ages } from "../age.ts";
import type { Tone } from "../features.ts";

const ground = ["sea", "land", "coast", "name", "halo", "edge"] as const;
const tones = [
  ...ages.map(({ tone }) => tone),
  "hotspot",
  "perimeter",
  "source",
  "simulation",
  "place",
  "area",
] as const satisfies readonly Tone[];

export type Palette = Readonly<Record<(typeof ground)[number] | Tone, string>>;

/** The map's colours as the style sheet has them now, in light or dark. */
export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const names = [...ground, ...tones];
  const colours = names.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]);
  return Object.fromEntries(colours) as Palette;
}
