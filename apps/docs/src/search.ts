import { element, fragment } from "./elements.ts";
import type { Found } from "./find.ts";

/** A button, and the keys `/` and Ctrl K, that open a search over all pages. */
export function addSearch(place: HTMLElement): void {
  const { search: index, docs } = document.body.dataset;
  const button = element("button", { type: "button" }, "Search");
  button.setAttribute("aria-keyshortcuts", "/ Control+K Meta+K");
  button.title = "Search (/)";
  const input = element("input", {
    type: "search",
    "aria-label": "Search the documents",
    placeholder: "Search the documents",
    autocomplete: "off",
    spellcheck: "false",
  });
  const status = element("p", { role: "status", class: "quiet" });
  const list = element("ol", { class: "found" });
  const closing = element("button", { type: "button", class: "icon", "aria-label": "Close" }, "×");
  const bar = element("div", { class: "bar" }, input, closing);
  const dialog = element("dialog", { class: "search", "aria-label": "Search" }, bar, status, list);
  document.body.append(dialog);
  place.append(button);

  let opening: Promise<(text: string) => readonly Found[]> | undefined;
  const openOnce = () => {
    opening ??= import("./find.ts")
      .then(({ openSearch }) => openSearch(index!))
      .catch((error: unknown) => {
        // The next attempt asks again.
        opening = undefined;
        throw error;
      });
    return opening;
  };

  const show = async () => {
    const text = input.value.trim();
    if (text === "") {
      status.textContent = "";
      list.replaceChildren();
      return;
    }
    let found: readonly Found[];
    try {
      found = (await openOnce())(text);
    } catch {
      status.textContent = "The search cannot be loaded from this server: try again.";
      return;
    }
    // The person typed on while the index was loading.
    if (text !== input.value.trim()) return;
    status.textContent =
      found.length === 0 ? `Nothing found for “${text}”.` : `${found.length} found.`;
    list.replaceChildren(
      fragment(
        found.map(({ address, title, heading, excerpt }) => {
          const where = heading === title ? title : `${title} › ${heading}`;
          const link = element("a", { href: `${docs}${address}` });
          link.append(element("strong", {}, where), element("span", {}, excerpt));
          // A heading of this page needs no new page.
          link.addEventListener("click", () => dialog.close());
          return element("li", {}, link);
        }),
      ),
    );
  };

  const open = () => {
    if (dialog.open) return;
    dialog.showModal();
    input.select();
    openOnce().catch(() => {});
  };
  button.addEventListener("click", open);
  closing.addEventListener("click", () => dialog.close());
  input.addEventListener("input", () => void show());
  dialog.addEventListener("keydown", (event) => moveFocus(event, input, list));
  dialog.addEventListener("keydown", (event) => {
    // In a field of searches, browsers let it clear the text first.
    if (event.key === "Escape") dialog.close();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    if (!isShortcut(event)) return;
    event.preventDefault();
    open();
  });
}

function isShortcut({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === "k" && (ctrlKey || metaKey)) return true;
  const isTyping = target instanceof HTMLElement && target.matches("input, textarea, select");
  return key === "/" && !ctrlKey && !metaKey && !altKey && !isTyping;
}

/** Arrows go through the results; Enter in the field opens the first. */
function moveFocus(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const links = [...list.querySelectorAll("a")];
  if (event.key === "Enter" && event.target === input) links[0]?.click();
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  event.preventDefault();
  const at = links.indexOf(document.activeElement as HTMLAnchorElement);
  const next = at + (event.key === "ArrowDown" ? 1 : -1);
  if (next < 0) input.focus();
  else links[Math.min(next, links.length - 1)]?.focus();
}
