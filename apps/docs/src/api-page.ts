import { element, fragment } from "./elements.ts";
import { operationPanel } from "./operation-panel.ts";
import { readApi } from "./read-api.ts";

/** A description of an API that this server offers. */
interface ApiDocument {
  readonly name: string;
  readonly title: string;
  /** Relative to this page, as the others. */
  readonly url: string;
  readonly needsKey: boolean;
  /** What it describes as pages for people. */
  readonly pages?: string;
}

/** Shows the API that the address names, and leads to the others. */
export async function addApi(place: HTMLElement): Promise<void> {
  const { documents } = (await (await fetch("documents")).json()) as {
    readonly documents: readonly ApiDocument[];
  };
  const wanted = new URLSearchParams(location.search).get("of");
  const shown = documents.find(({ name }) => name === wanted) ?? documents[0]!;
  const links = documents.map((each) => {
    const current = each === shown && { "aria-current": "page" };
    return element("a", { href: `?of=${each.name}`, ...current }, each.title);
  });
  const pages = documents.flatMap(({ pages }) => pages ?? []);
  const browse = pages.map((href) => element("a", { href }, "Browse its pages"));
  const nav = element("nav", { "aria-label": "APIs", class: "apis" }, links, browse);
  const main = element("div");
  place.append(nav, main);
  if (shown.needsKey) askForKey(main, shown, "This server needs a key.");
  else await open(main, shown, "");
}

/** The key is kept in this page's memory alone. */
function askForKey(place: HTMLElement, shown: ApiDocument, sentence: string): void {
  const input = element("input", { type: "password", required: "", autocomplete: "off" });
  const form = element(
    "form",
    {},
    element("p", { role: "alert" }, sentence),
    element("label", {}, "Key", input),
    element("button", { type: "submit" }, "Use this key"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void open(place, shown, input.value.trim());
  });
  place.replaceChildren(form);
}

async function open(place: HTMLElement, shown: ApiDocument, key: string): Promise<void> {
  const url = new URL(shown.url, location.href).href;
  const response = await fetch(url, key ? { headers: { authorization: `Bearer ${key}` } } : {});
  const answer = await response.json();
  if (!response.ok) return askForKey(place, shown, answer.detail);
  const { title, version, description, base, needsToken, groups } = readApi(answer, url);
  const token = element("input", { type: "password", autocomplete: "off" });
  token.value = key;
  const intro: HTMLElement[] = [
    element("h2", {}, title, " ", element("small", { class: "quiet" }, version)),
    element("p", {}, description),
  ];
  if (needsToken) {
    const label = "Bearer token, as POST /v1/token answers it; it stays in this page";
    intro.push(element("label", {}, label, token));
  }
  const panels = groups.flatMap(({ title, description, operations }) => [
    element("h3", {}, title),
    element("p", { class: "quiet" }, description ?? ""),
    ...operations.map((each) => operationPanel(each, base, () => token.value.trim())),
  ]);
  place.replaceChildren(fragment([...intro, ...panels]));
  // What the address names is there only now.
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}
