import { computed, effect, type Signal, signal } from "@preact/signals";

/** "auto" follows the system. */
export type ThemeChoice = "auto" | "light" | "dark";

/** `public/theme.js` reads it before the first paint. */
const storageKey = "emberline.theme";

/**
 * The theme of the page, remembered on the device. `data-theme` of the document is always "light"
 * or "dark".
 */
export function createTheme(): Signal<ThemeChoice> {
  const choice = signal(remembered());
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isSystemDark = signal(system.matches);
  system.addEventListener("change", () => {
    isSystemDark.value = system.matches;
  });
  const shown = computed(() => {
    if (choice.value !== "auto") return choice.value;
    return isSystemDark.value ? "dark" : "light";
  });
  effect(() => {
    document.documentElement.dataset.theme = shown.value;
  });
  effect(() => remember(choice.value));
  return choice;
}

function remembered(): ThemeChoice {
  try {
    const text = localStorage.getItem(storageKey);
    return text === "light" || text === "dark" ? text : "auto";
  } catch {
    return "auto";
  }
}

/** A browser that keeps nothing for the page forgets the choice with the page. */
function remember(choice: ThemeChoice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {}
}
