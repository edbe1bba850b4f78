import type { Lang } from "@emberline/cql2";
import { element, fragment } from "./elements.ts";
import { type Mistake, type ReadFilter, readFilter, sample } from "./read-filter.ts";

const languages: Readonly<Record<Lang, string>> = {
  "cql2-text": "CQL2 text",
  "cql2-json": "CQL2 JSON",
  "ecql-text": "ECQL",
};

/** Makes an editor of a block of code: it reads the filter at every change. */
export function addEditor(place: HTMLElement): void {
  const given = place.querySelector("code")!.textContent.trim();
  const input = element("textarea", { rows: "3", spellcheck: "false", "aria-label": "Filter" });
  input.value = given;
  const language = element("select", { "aria-label": "Language" });
  for (const [name, label] of Object.entries(languages))
    language.append(element("option", { value: name }, label));
  const reset = element("button", { type: "button" }, "Reset");
  const status = element("div", { role: "status", class: "verdict" });
  const outcome = element("div", { class: "outcome" });

  const show = () => {
    const read = readFilter(input.value, language.value as Lang);
    input.setAttribute("aria-invalid", String("mistakes" in read));
    if ("mistakes" in read) {
      status.className = "verdict wrong";
      status.replaceChildren(
        fragment(read.mistakes.map((mistake) => mistakeView(input.value, mistake))),
      );
      outcome.classList.add("old");
      return;
    }
    const { selected, notices } = read.filter;
    status.className = "verdict";
    const sentence = `Selects ${selected.size} of ${sample.length} features.`;
    status.replaceChildren(element("p", {}, [sentence, ...notices].join(" ")));
    outcome.classList.remove("old");
    outcome.replaceChildren(fragment(filterView(read.filter)));
  };
  input.addEventListener("input", show);
  language.addEventListener("change", show);
  reset.addEventListener("click", () => {
    input.value = given;
    language.value = "cql2-text";
    show();
  });
  show();
  place.classList.add("editor");
  place.replaceChildren(element("div", { class: "bar" }, language, reset), input, status, outcome);
}

/** The mistake in a sentence, and the line with it marked. */
function mistakeView(typed: string, { message, position, length }: Mistake): HTMLElement {
  const paragraph = element("p", {}, message);
  if (position === undefined) return paragraph;
  const start = typed.lastIndexOf("\n", position - 1) + 1;
  const newline = typed.indexOf("\n", position);
  const end = newline === -1 ? typed.length : newline;
  const stop = Math.min(end, position + Math.max(1, length));
  const marked = typed.slice(position, stop) || " ";
  const line = element("code", { class: "line" });
  line.append(typed.slice(start, position), element("mark", {}, marked), typed.slice(stop, end));
  paragraph.append(element("span", {}, ` At character ${position + 1}:`), line);
  return paragraph;
}

function filterView({ tree, text, selected }: ReadFilter): HTMLElement[] {
  const json = element("code", {}, JSON.stringify(tree, null, 2));
  return [
    titled("Features", featureTable(selected)),
    titled("As CQL2 text", element("pre", { tabindex: "0" }, element("code", {}, text))),
    titled("Tree", element("ul", { class: "tree" }, treeView(tree))),
    titled("As CQL2 JSON", element("pre", { tabindex: "0" }, json)),
  ];
}

function titled(title: string, content: HTMLElement): HTMLElement {
  const details = element("details", {}, element("summary", {}, title), content);
  details.open = title !== "As CQL2 JSON";
  return details;
}

function featureTable(selected: ReadonlySet<string>): HTMLElement {
  const columns = ["acq_time", "frp", "confidence", "satellite", "fire"];
  const cells = (name: "th" | "td", texts: readonly string[]) =>
    element(
      "tr",
      {},
      texts.map((text) => element(name, {}, text)),
    );
  const rows = sample.map(({ id, geometry, properties }) => {
    const position = geometry.coordinates.join(", ");
    const values = columns.map((name) => String(properties[name]));
    const isSelected = selected.has(id);
    const row = cells("td", [isSelected ? "✓" : "–", id, position, ...values]);
    if (isSelected) row.className = "selected";
    return row;
  });
  const head = element("thead", {}, cells("th", ["selected", "id", "geometry", ...columns]));
  const table = element("table", {}, head, element("tbody", {}, rows));
  return element("div", { class: "wide", tabindex: "0" }, table);
}

/** A filter's tree as nested lists: operators with their operands below them. */
function treeView(node: unknown): HTMLElement {
  if (typeof node === "object" && node !== null && "op" in node && "args" in node) {
    const operands = (node.args as readonly unknown[]).map(treeView);
    return element("li", {}, element("b", {}, String(node.op)), element("ul", {}, operands));
  }
  if (typeof node === "object" && node !== null && "property" in node)
    return element("li", {}, element("i", {}, String(node.property)));
  if (Array.isArray(node)) return element("li", {}, "list", element("ul", {}, node.map(treeView)));
  return element("li", {}, element("code", {}, JSON.stringify(node)));
}
