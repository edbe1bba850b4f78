import { effect, type Signal, signal } from "@preact/signals";

/** "auto" follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

/** The choice of a theme, which `public/theme.js` keeps on the device and shows. */
export function createTheme(): Signal<ThemeChoice> {
  const choice = signal(document.documentElement.dataset.themeChoice as ThemeChoice);
  effect(() => {
    dispatchEvent(new CustomEvent("theme-choice", { detail: choice.value }));
  });
  return choice;
}
