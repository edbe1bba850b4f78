import "@emberline/playground/base.css";
import "./docs.css";
import { element } from "./elements.ts";
import { addSearch } from "./search.ts";

/** Below this width the contents are above the page instead of next to it. */
const narrow = "(max-width: 60rem)";

/** The choices of a theme, and how the button shows them. */
const choices = ["auto", "light", "dark"] as const;
const signs = { auto: "◐", light: "○", dark: "●" };

/** Gives each block of code a button that copies it. */
function addCopyButtons(): void {
  // Only pages of a secure origin or of this machine may write to the clipboard.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".code:not([data-live])")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    const status = element("span", { class: "visually-hidden", role: "status" });
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.querySelector("code")!.textContent);
        status.textContent = "Copied.";
        button.textContent = "Copied";
      } catch {
        status.textContent = "The browser refused to copy.";
      }
    });
    block.append(button, status);
  }
}

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
addCopyButtons();

const live = document.querySelectorAll<HTMLElement>("[data-live]");
if (live.length > 0) {
  const { addEditor } = await import("./filter-editor.ts");
  for (const place of live) addEditor(place);
}
