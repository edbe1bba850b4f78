import { type Theme, type ThemeName, themes } from "@emberline/map";
import { signal } from "@preact/signals";

const name = signal<ThemeName>(named());
new MutationObserver(() => {
  name.value = named();
}).observe(document.documentElement, { attributeFilter: ["data-theme"] });

/** The map's colours have the page's theme. */
export function currentTheme(): Theme {
  return themes[name.value];
}

function named(): ThemeName {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}
