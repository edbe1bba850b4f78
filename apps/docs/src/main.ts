import "./docs.css";
import { element } from "./elements.ts";
import { addSearch } from "./search.ts";

/** Below this width the contents are above the page instead of next to it. */
const narrow = "(max-width: 60rem)";

/** Gives each block of code a button that copies it. */
function addCopyButtons(): void {
  // Only pages of a secure origin or of this machine may write to the clipboard.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".code:not([data-live])")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    const status = element("span", { class: "hidden", role: "status" });
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

/** The playground keeps its choice there too; `theme.js` reads it before the first paint. */
const storageKey = "emberline.theme";
const choices = ["auto", "light", "dark"] as const;
const signs = { auto: "◐", light: "○", dark: "●" };

type Choice = (typeof choices)[number];

/** A button that changes the theme: as the system, light, dark. */
function addThemeButton(place: HTMLElement): void {
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
