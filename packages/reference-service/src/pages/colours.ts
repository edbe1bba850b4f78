import { type Theme, type ThemeName, themes } from "@emberline/map";

/** The colours of the playground: text has a contrast of at least 4.5 to 1 on each ground. */
const palettes: Readonly<Record<ThemeName, Readonly<Record<string, string>>>> = {
  light: {
    ground: "#faf9f7",
    raised: "#ffffff",
    line: "#d5d3ce",
    "field-line": "#7b8187",
    text: "#1d1f21",
    quiet: "#596067",
    link: "#1a5699",
    accent: "#a8320f",
    "on-accent": "#ffffff",
    notice: "#fdf0d3",
    "notice-line": "#b27a09",
    error: "#fbe3e0",
    "error-line": "#b3261e",
    synthetic: "#6b3fa0",
    outline: "#1f5fa8",
  },
  dark: {
    ground: "#111416",
    raised: "#1b1f22",
    line: "#33393e",
    "field-line": "#737b83",
    text: "#e6e4e0",
    quiet: "#a3a8ae",
    link: "#8fc1ff",
    accent: "#ff8a5c",
    "on-accent": "#1c0d06",
    notice: "#3a2d0d",
    "notice-line": "#e0a93a",
    error: "#431d19",
    "error-line": "#f08d83",
    synthetic: "#c4a0f5",
    outline: "#7ab6ff",
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
