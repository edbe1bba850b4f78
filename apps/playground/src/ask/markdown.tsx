import type { Token, Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import { checkFigures, type Piece, type Source, tallyOf } from "../chat/check-figures.ts";
import type { Around } from "../chat/figures.ts";
import { FigureTally, UnsupportedFigure } from "./figure-marks.tsx";
import type { MarkdownReply, MarkdownRequest } from "./markdown-worker.ts";

/** Hostile texts nest quotes and lists without end. */
const maxDepth = 12;

interface Drawing {
  /** The answered calls of the conversation, newest first. */
  readonly sources: readonly Source[];
  /** What the person asked. */
  readonly questions: readonly string[];
  /** Called with the number of the call that a citation leads to. */
  onCite(number: number): void;
}

/** What is drawn, and where in the text. */
interface Place extends Drawing, Around {
  /** Takes each piece that is drawn. */
  readonly drawn: Piece[];
}

/**
 * Markdown of a model as nodes, each number with the call that it is from, and how many have none.
 * HTML stays text, pictures become their description, and links lead to http and https only.
 */
export function Markdown({ tokens, ...drawing }: Drawing & { readonly tokens: readonly Token[] }) {
  const place: Place = { ...drawing, drawn: [], before: "", after: "" };
  const nodes = blocks(tokens, place, 0);
  return (
    <>
      {nodes}
      <FigureTally tally={tallyOf(place.drawn)} />
    </>
  );
}

function blocks(tokens: readonly Token[], place: Place, depth: number): ComponentChildren[] {
  return tokens.map((token) => block(token, place, depth));
}

function block(token: Token, place: Place, depth: number): ComponentChildren {
  if (depth > maxDepth) return token.raw;
  const children = () => inline("tokens" in token ? (token.tokens ?? []) : [], place, depth + 1);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <p class="heading">{children()}</p>;
    case "paragraph":
      return <p>{children()}</p>;
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [], place, depth + 1)}</blockquote>;
    case "list":
      return list(token as Tokens.List, place, depth);
    case "code":
      return (
        <pre>
          <code>{cited((token as Tokens.Code).text, place)}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "table":
      return table(token as Tokens.Table, place, depth);
    default:
      return "tokens" in token && token.tokens ? children() : cited(rawOf(token), place);
  }
}

function list(token: Tokens.List, place: Place, depth: number): VNode {
  const items = token.items.map((item) => <li>{blocks(item.tokens, place, depth + 1)}</li>);
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function table({ header, rows }: Tokens.Table, place: Place, depth: number): VNode {
  // A number alone in its cell has the unit of its column.
  const cells = (each: Tokens.TableCell, column: number, isHead = false) => {
    const unit = isHead ? "" : (/[^\s,()]+\)?$/.exec(header[column]?.text ?? "")?.[0] ?? "");
    return inline(each.tokens, { ...place, after: ` ${unit.replace(")", "")}` }, depth + 1);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <section class="wide" tabIndex={0} aria-label="Table of the answer">
      <table>
        <thead>
          <tr>
            {header.map((each, i) => (
              <th scope="col">{cells(each, i, true)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((each, i) => (
                <td>{cells(each, i)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How much of what stands around a number is looked at. */
const reach = 60;

function inline(tokens: readonly Token[], place: Place, depth: number): ComponentChildren[] {
  return tokens.map((token, i) => {
    const before = place.before + tokens.slice(0, i).map(plainText).join("");
    const after =
      tokens
        .slice(i + 1, i + 9)
        .map(plainText)
        .join("") + place.after;
    return span(
      token,
      { ...place, before: before.slice(-reach), after: after.slice(0, reach) },
      depth,
    );
  });
}

const plainText = (token: Token): string =>
  "text" in token ? String(token.text).replace(/\*\*|[_`]/g, "") : token.raw;

function span(token: Token, place: Place, depth: number): ComponentChildren {
  if (depth > maxDepth) return token.raw;
  const children = () => inline("tokens" in token ? (token.tokens ?? []) : [], place, depth + 1);
  switch (token.type) {
    case "strong":
      return <strong>{children()}</strong>;
    case "em":
      return <em>{children()}</em>;
    case "del":
      return <del>{children()}</del>;
    case "br":
      return <br />;
    case "codespan":
      return <code>{cited((token as Tokens.Codespan).text, place)}</code>;
    case "image":
      return cited((token as Tokens.Image).text, place);
    case "link":
      return link(token as Tokens.Link, children());
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      return "tokens" in token && token.tokens ? children() : cited(rawOf(token), place);
  }
}

/** The host is shown too, unless the text begins with it: a model's link may pretend. */
function link({ href, text }: Tokens.Link, children: ComponentChildren): ComponentChildren {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return children;
  const { host, origin } = url;
  const isShown = text === host || text === origin || text.startsWith(`${origin}/`);
  return (
    <>
      <a href={url.href} rel="noopener noreferrer nofollow" target="_blank">
        {children}
      </a>
      {isShown ? null : ` (${host})`}
    </>
  );
}

/** HTML stays text; `marked` escapes nothing in the tokens of texts. */
function rawOf(token: Token): string {
  return "text" in token && token.type !== "html" ? String(token.text) : token.raw;
}

function cited(text: string, { drawn, ...place }: Place): ComponentChildren[] {
  const pieces = checkFigures(text, place.sources, place.questions, place);
  for (const each of pieces) drawn.push(each);
  return pieces.map((each) => {
    if (each.kind === "words") return each.text;
    const cite = (number: number, label: string) => (
      <sup>
        <button
          type="button"
          class="cite"
          aria-label={label}
          title={label}
          onClick={() => place.onCite(number)}
        >
          {number}
        </button>
      </sup>
    );
    if (each.kind === "citation")
      return cite(each.source, `call ${each.source}, cited by the model`);
    const { origin, source } = each;
    if (origin === "unsupported") return <UnsupportedFigure text={each.text} />;
    if (source === null) return each.text;
    const how = origin === "found" ? "from" : "a sum, difference or share of what is in";
    return (
      <>
        {each.text}
        {cite(source, `${how} call ${source}`)}
      </>
    );
  });
}

/** Longer texts stay plain, which keeps the page quick. */
const maxLength = 20_000;
/** A hostile text of some thousand characters can take minutes. */
const maxParseMs = 5000;

let worker: Worker | null = null;
const waiting = new Map<number, (tokens: readonly Token[] | null) => void>();
let lastId = 0;
/** Runs while the thread parses: a slow start is not a hostile text. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** The tokens of a text in Markdown, parsed in a thread; null if it is to stay plain. */
export async function parseMarkdown(text: string): Promise<readonly Token[] | null> {
  if (text.length > maxLength) return null;
  lastId += 1;
  const request: MarkdownRequest = { id: lastId, text };
  return new Promise((resolve) => {
    waiting.set(request.id, resolve);
    worker ??= startWorker();
    worker.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(new URL("./markdown-worker.ts", import.meta.url), { type: "module" });
  started.onmessage = ({ data: { id, tokens } }: MessageEvent<MarkdownReply>) => {
    clearTimeout(timer);
    if (tokens === undefined) {
      timer = setTimeout(giveUp, maxParseMs);
      return;
    }
    waiting.get(id)?.(tokens);
    waiting.delete(id);
  };
  started.onerror = giveUp;
  return started;
}

/** Ends the thread; all texts that wait for it stay plain. */
function giveUp(): void {
  clearTimeout(timer);
  worker?.terminate();
  worker = null;
  for (const resolve of waiting.values()) resolve(null);
  waiting.clear();
}
