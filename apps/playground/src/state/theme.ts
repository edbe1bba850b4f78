import { effect, type Signal, signal } from "@preact/signals";

/** "auto" follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

const storageKey = "emberline.theme";

/** The theme of the page, remembered on the device, as `data-theme` of the document. */
export function createTheme(): Signal<ThemeChoice> {
  const theme = signal(remembered());
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    localStorage.setItem(storageKey, theme.value);
  });
  return theme;
}

function remembered(): ThemeChoice {
  const text = localStorage.getItem(storageKey);
  return text === "light" || text === "dark" ? text : "auto";
}
