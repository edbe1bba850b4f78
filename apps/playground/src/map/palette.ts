import { type ThemeName, themes } from "@emberline/map";
import { ageTones } from "./age.ts";
import type { Tone } from "./features.ts";

type Ground = "sea" | "land" | "coast" | "name" | "halo" | "edge";

export type Palette = Readonly<Record<Ground | Tone, string>>;

/** Detections of unknown age, for which the still map has no colour. */
const undated: Readonly<Record<ThemeName, string>> = { light: "#c2330a", dark: "#ff7a45" };

/** The map's colours for the page's current theme, light or dark. */
export function currentPalette(): Palette {
  const name = currentTheme();
  const theme = themes[name];
  return {
    sea: theme.sea,
    land: theme.land,
    coast: theme.coast,
    name: theme.faintText,
    halo: theme.paper,
    edge: theme.detectionEdge,
    hotspot: undated[name],
    perimeter: theme.perimeters[0]!,
    source: theme.staticSource,
    simulation: theme.simulation,
    place: theme.shape,
    area: theme.area,
    ...(Object.fromEntries(ageTones.map((tone, step) => [tone, theme.detections[step]!])) as Record<
      (typeof ageTones)[number],
      string
    >),
  };
}

export function currentTheme(): ThemeName {
  return darkPages().matches ? "dark" : "light";
}

/** Calls back when the page's theme changes; returns a function that unsubscribes. */
export function onThemeChange(changed: () => void): () => void {
  const dark = darkPages();
  dark.addEventListener("change", changed);
  return () => dark.removeEventListener("change", changed);
}

/** The colours as CSS variables: `--map-sea` and so on. */
export function toVariables(palette: Palette): Record<string, string> {
  return Object.fromEntries(
    Object.entries(palette).map(([name, colour]) => [`--map-${name}`, colour]),
  );
}

function darkPages(): MediaQueryList {
  return matchMedia("(prefers-color-scheme: dark)");
}
