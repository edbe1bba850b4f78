import { Marked, type Token, type Tokens } from "marked";
import { resolveLink } from "./links.ts";

interface Heading {
  readonly id: string;
  readonly text: string;
  readonly level: number;
}

/** What a search finds: a heading and the text below it. */
interface Section {
  /** Of its heading; empty for the page itself. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly title: string;
  /** The first sentence. */
  readonly description: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

/**
 * A document as HTML. Code that is marked as `live` gets an element that the page's script makes
 * an editor.
 *
 * @param page its path below `/docs/`
 */
export function renderPage(page: string, markdown: string): RenderedPage {
  const headings: Heading[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        headings.push({ id, text: plain(tokens), level: depth });
        const inner = this.parser.parseInline(tokens);
        const link = `<a class="anchor" href="#${id}" aria-label="Link to ${escapeHtml(plain(tokens))}">#</a>`;
        return `<h${depth} id="${id}">${inner}${depth === 1 ? "" : ` ${link}`}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolveLink(page, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang = "" }) {
        const [language = "", ...marks] = lang.split(" ");
        const code = `<pre tabindex="0"><code class="${escapeHtml(language)}">${escapeHtml(text)}</code></pre>`;
        const isLive = marks.includes("live");
        return `<div class="code"${isLive ? " data-live" : ""}>${code}</div>\n`;
      },
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[], name: string) =>
          `<tr>${cells.map(({ tokens }) => `<${name}>${this.parser.parseInline(tokens)}</${name}>`).join("")}</tr>`;
        const head = header.some(({ text }) => text !== "") ? row(header, "th") : "";
        return `<div class="wide" tabindex="0"><table>${head && `<thead>${head}</thead>`}<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown);
  const html = marked.parser(tokens);
  const title = headings.find(({ level }) => level === 1)?.text ?? page;
  const sections = sectionsOf(tokens);
  const paragraph = tokens.find(({ type }) => type === "paragraph");
  const [description = title] = /^.*?[.?!](?= |$)/.exec(paragraph ? plain([paragraph]) : "") ?? [];
  return { title, description, html, headings, sections };
}

/** As GitHub names headings, so that a link works in both places. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-");
}

function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: { id: string; heading: string; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { text, depth, tokens: inner } = token as Tokens.Heading;
      const id = depth === 1 ? "" : anchorOf(text);
      sections.push({ id, heading: plain(inner), text: "" });
    } else if (token.type !== "space") {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plain([token])}`.trim();
    }
  }
  return sections;
}

/** The text of tokens without marks. */
function plain(tokens: readonly Token[]): string {
  return tokens.map(plainToken).join("").replaceAll(/\s+/g, " ").trim();
}

function plainToken(token: Token): string {
  switch (token.type) {
    case "html":
      return "";
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return [header, ...rows]
        .flat()
        .map((cell) => `${plainInline(cell.tokens)} `)
        .join("");
    }
    case "list":
      return (token as Tokens.List).items.map((item) => `${plainInline(item.tokens)} `).join("");
    default:
      if ("tokens" in token && token.tokens) return plainInline(token.tokens);
      return "text" in token ? unescapeHtml(String(token.text)) : "";
  }
}

function plainInline(tokens: readonly Token[]): string {
  return tokens.map(plainToken).join("");
}

/** Marked escapes the text of some tokens. */
function unescapeHtml(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
