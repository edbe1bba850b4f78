import "@emberline/playground/base.css";
import "./docs.css";
import { addCopyButton } from "./copy-button.ts";
import { element } from "./elements.ts";
import { addSearch } from "./search.ts";

/** Below this width the contents are above the page instead of next to it. */
const narrow = "(max-width: 60rem)";

/** The choices of a theme, and how the button shows them. */
const choices = ["auto", "light", "dark"] as const;
const signs = { auto: "◐", light: "○", dark: "●" };

/** Folds the contents on narrow screens, where they would hide the page. */
function foldContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>("details.contents")!;
  const media = matchMedia(narrow);
  const follow = () => {
    contents.open = !media.matches;
  };
  media.addEventListener("change", follow);
  follow();
  const current = contents.querySelector("[aria-current]");
  if (!media.matches) current?.scrollIntoView({ block: "nearest" });
}

/** A button that changes the theme, as in the playground, whose `theme.js` keeps and shows it. */
function addThemeButton(place: HTMLElement): void {
  const button = element("button", { type: "button", class: "icon" });
  const chosen = () => document.documentElement.dataset.themeChoice as (typeof choices)[number];
  const show = () => {
    button.textContent = signs[chosen()];
    button.title = `Theme: ${chosen()}`;
    button.setAttribute("aria-label", `Theme: ${chosen()}`);
  };
  button.addEventListener("click", () => {
    const next = choices[(choices.indexOf(chosen()) + 1) % choices.length]!;
    dispatchEvent(new CustomEvent("theme-choice", { detail: next }));
    show();
  });
  show();
  place.append(button);
}

const tools = document.getElementById("tools")!;
addSearch(tools);
addThemeButton(tools);
foldContents();
document.querySelectorAll(".code:not([data-live])").forEach(addCopyButton);

const live = document.querySelectorAll<HTMLElement>("[data-live]");
if (live.length > 0) {
  const { addEditor } = await import("./filter-editor.ts");
  for (const place of live) addEditor(place);
}

const api = document.getElementById("api");
if (api) {
  const { addApi } = await import("./api-page.ts");
  await addApi(api);
}
