import { type Theme, type ThemeName, themes } from "@emberline/map";

/** The pages' own colours: text has a contrast of at least 4.5 to 1 on each ground. */
const palettes: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = {
  light: {
    ground: "#ffffff",
    panel: "#f6f5f3",
    line: "#d8d5d0",
    field: "#8a8d91",
    text: "#1b1d1f",
    quiet: "#575d64",
    accent: "#a8320f",
    "on-accent": "#ffffff",
    notice: "#fdf0d3",
    "notice-line": "#b27a09",
    synthetic: "#efe8fb",
    error: "#a8201a",
    "error-ground": "#fbe9e7",
    focus: "#1f5fa8",
  },
  dark: {
    ground: "#111416",
    panel: "#1b1f22",
    line: "#33393e",
    field: "#7d858d",
    text: "#e8e6e3",
    quiet: "#a6adb4",
    accent: "#ff8a5c",
    "on-accent": "#1c0d06",
    notice: "#33280d",
    "notice-line": "#e0a93a",
    synthetic: "#2c2440",
    error: "#ff9d94",
    "error-ground": "#3b1c19",
    focus: "#7ab6ff",
  },
};

/** The colours of maps as variables of the style sheet, so that one drawing has both themes. */
export const mapPaint = Object.fromEntries(
  Object.entries(themes.light).map(([name, tone]) => [
    name,
    typeof tone === "string"
      ? `var(--map-${name})`
      : (tone as readonly string[]).map((_, step) => `var(--map-${name}-${step})`),
  ]),
) as unknown as Theme;

/** The variables of a theme, as declarations of CSS. */
export function variables(name: ThemeName): string {
  const own = Object.entries(palettes[name]).map(([key, tone]) => `--${key}:${tone}`);
  const ofMaps = Object.entries(themes[name]).flatMap(([key, tone]: [string, string | string[]]) =>
    typeof tone === "string"
      ? [`--map-${key}:${tone}`]
      : tone.map((each, step) => `--map-${key}-${step}:${each}`),
  );
  return [...own, ...ofMaps].join(";");
}
