import MiniSearch from "minisearch";

/** A heading of a page and the text below it. */
interface Section {
  readonly path: string;
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export interface Found {
  /** Of the page and the heading, below the folder of the site. */
  readonly address: string;
  readonly title: string;
  readonly heading: string;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const maxFound = 12;
const excerptLength = 140;

/** Reads the sections of all pages from the server, and finds words in them. */
export async function openSearch(url: string): Promise<(text: string) => readonly Found[]> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  const sections: Section[] = await response.json();
  const search = new MiniSearch<Section & { number: number }>({
    idField: "number",
    fields: ["title", "heading", "text"],
    // Names such as EMBERLINE_BASE_URL and query_features are found by their parts too.
    tokenize: (text) => {
      const words = text.split(/[^\p{L}\p{N}_]+/u).filter((word) => word !== "");
      return words.flatMap((word) => (word.includes("_") ? [word, ...word.split("_")] : [word]));
    },
    searchOptions: {
      prefix: true,
      fuzzy: 0.15,
      boost: { title: 4, heading: 3 },
    },
  });
  search.addAll(sections.map((section, number) => ({ ...section, number })));
  const findAll = (text: string) => {
    const found = search.search(text, { combineWith: "AND" });
    return found.length > 0 ? found : search.search(text);
  };
  return (text) =>
    findAll(text)
      .slice(0, maxFound)
      .map(({ id: number, terms }) => {
        const { path, id, title, heading, text: whole } = sections[number]!;
        const address = (path && `/${path}`) + (id && `#${id}`);
        return { address, title, heading, excerpt: excerptOf(whole, terms) };
      });
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const start = Math.max(0, places.reduce((least, at) => Math.min(least, at), text.length) - 40);
  const from = places.length === 0 ? 0 : start;
  const cut = text.slice(from, from + excerptLength);
  return `${from > 0 ? "…" : ""}${cut}${from + excerptLength < text.length ? "…" : ""}`;
}
