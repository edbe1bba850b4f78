import { usePlayground } from "../state/playground.ts";
import type { ThemeChoice } from "../state/theme.ts";

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  auto: "light",
  light: "dark",
  dark: "auto",
};

const signs: Readonly<Record<ThemeChoice, string>> = { auto: "◐", light: "○", dark: "●" };

/** Changes the theme: as the system, light, dark. */
export function ThemeButton() {
  const { theme } = usePlayground();
  const now = theme.value;
  return (
    <button
      type="button"
      class="chip"
      aria-label={`Theme: ${now}`}
      title={`Theme: ${now}`}
      onClick={() => {
        theme.value = nextTheme[now];
      }}
    >
      <span aria-hidden="true">{signs[now]}</span>
    </button>
  );
}
