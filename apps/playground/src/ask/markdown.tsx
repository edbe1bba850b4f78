import type { Token, Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import type { Citations } from "./citations.ts";
import type { MarkdownReply, MarkdownRequest } from "./markdown-worker.ts";

/** Hostile texts nest quotes and lists without end. */
const maxDepth = 12;

interface Drawing {
  readonly citations: Citations;
  /** Called with the number of the call that a citation leads to. */
  onCite(number: number): void;
}

/**
 * Markdown of a model as nodes. HTML stays text, pictures become their description, and links lead
 * to http and https only.
 */
export function Markdown({ tokens, ...drawing }: Drawing & { readonly tokens: readonly Token[] }) {
  return <>{blocks(tokens, drawing, 0)}</>;
}

function blocks(tokens: readonly Token[], drawing: Drawing, depth: number): ComponentChildren[] {
  return tokens.map((token) => block(token, drawing, depth));
}

function block(token: Token, drawing: Drawing, depth: number): ComponentChildren {
  if (depth > maxDepth) return token.raw;
  const children = () => inline("tokens" in token ? (token.tokens ?? []) : [], drawing, depth + 1);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <p class="heading">{children()}</p>;
    case "paragraph":
      return <p>{children()}</p>;
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [], drawing, depth + 1)}</blockquote>;
    case "list":
      return list(token as Tokens.List, drawing, depth);
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "table":
      return table(token as Tokens.Table, drawing, depth);
    default:
      return "tokens" in token && token.tokens ? children() : cited(rawOf(token), drawing);
  }
}

function list(token: Tokens.List, drawing: Drawing, depth: number): VNode {
  const items = token.items.map((item) => <li>{blocks(item.tokens, drawing, depth + 1)}</li>);
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function table({ header, rows }: Tokens.Table, drawing: Drawing, depth: number): VNode {
  const cells = (each: Tokens.TableCell) => inline(each.tokens, drawing, depth + 1);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard too
    <section class="wide" tabIndex={0} aria-label="Table of the answer">
      <table>
        <thead>
          <tr>
            {header.map((each) => (
              <th scope="col">{cells(each)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((each) => (
                <td>{cells(each)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function inline(tokens: readonly Token[], drawing: Drawing, depth: number): ComponentChildren[] {
  return tokens.map((token) => span(token, drawing, depth));
}

function span(token: Token, drawing: Drawing, depth: number): ComponentChildren {
  if (depth > maxDepth) return token.raw;
  const children = () => inline("tokens" in token ? (token.tokens ?? []) : [], drawing, depth + 1);
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
      return <code>{(token as Tokens.Codespan).text}</code>;
    case "image":
      return cited((token as Tokens.Image).text, drawing);
    case "link":
      return link(token as Tokens.Link, children());
    case "escape":
      return (token as Tokens.Escape).text;
    default:
      return "tokens" in token && token.tokens ? children() : cited(rawOf(token), drawing);
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

function cited(text: string, { citations, onCite }: Drawing): ComponentChildren[] {
  return citations.piecesOf(text).map(({ text, source, isFound }) =>
    source === null ? (
      text
    ) : (
      <>
        {text}
        <sup>
          <button
            type="button"
            class="cite"
            aria-label={isFound ? `from call ${source}` : `call ${source}, cited by the model`}
            onClick={() => onCite(source)}
          >
            {source}
          </button>
        </sup>
      </>
    ),
  );
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
