import { element } from "./elements.ts";

/** The playground keeps its choice there too; `theme.js` reads it before the first paint. */
const storageKey = "emberline.theme";
const choices = ["auto", "light", "dark"] as const;
const signs = { auto: "◐", light: "○", dark: "●" };

type Choice = (typeof choices)[number];

/** A button that changes the theme: as the system, light, dark. */
export function addThemeButton(place: HTMLElement): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  let choice = remembered();
  const button = element("button", { type: "button", class: "icon" });
  const show = () => {
    const isDark = choice === "dark" || (choice === "auto" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
    button.textContent = signs[choice];
    button.title = `Theme: ${choice}`;
    button.setAttribute("aria-label", `Theme: ${choice}`);
  };
  button.addEventListener("click", () => {
    choice = choices[(choices.indexOf(choice) + 1) % choices.length]!;
    remember(choice);
    show();
  });
  dark.addEventListener("change", show);
  show();
  place.append(button);
}

function remembered(): Choice {
  try {
    const kept = localStorage.getItem(storageKey);
    return choices.find((choice) => choice === kept) ?? "auto";
  } catch {
    return "auto";
  }
}

/** A browser that keeps nothing for the page forgets the choice with the page. */
function remember(choice: Choice): void {
  try {
    localStorage.setItem(storageKey, choice);
  } catch {}
}
