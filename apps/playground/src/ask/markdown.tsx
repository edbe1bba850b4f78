import type { Token, Tokens } from "marked";
import type { ComponentChildren, VNode } from "preact";
import { useId, useState } from "preact/hooks";
import {
  checkFigures,
  type Piece,
  type Source,
  type Tally,
  tallyOf,
} from "../chat/check-figures.ts";
import type { Around } from "../chat/figures.ts";

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
  return tokens.map((token) => node(token, place, depth));
}

/** How much of what stands around a number is looked at. */
const reach = 60;

function inline(tokens: readonly Token[], place: Place, depth: number): ComponentChildren[] {
  const texts = tokens.map((token) =>
    "text" in token ? String(token.text).replace(/\*\*|[_`]/g, "") : token.raw,
  );
  return tokens.map((token, i) => {
    const before = place.before + texts.slice(0, i).join("");
    const after = texts.slice(i + 1, i + 9).join("") + place.after;
    const around = { before: before.slice(-reach), after: after.slice(0, reach) };
    return node(token, { ...place, ...around }, depth);
  });
}

function node(token: Token, place: Place, depth: number): ComponentChildren {
  if (depth > maxDepth) return token.raw;
  const tokens = "tokens" in token ? token.tokens : undefined;
  const children = () => inline(tokens ?? [], place, depth + 1);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <p class="heading">{children()}</p>;
    case "paragraph":
      return <p>{children()}</p>;
    case "blockquote":
      return <blockquote>{blocks(tokens ?? [], place, depth + 1)}</blockquote>;
    case "list":
      return list(token as Tokens.List, place, depth);
    case "code":
      return (
        <pre>
          <code>{cited(token.text, place)}</code>
        </pre>
      );
    case "hr":
      return <hr />;
    case "table":
      return table(token as Tokens.Table, place, depth);
    case "strong":
      return <strong>{children()}</strong>;
    case "em":
      return <em>{children()}</em>;
    case "del":
      return <del>{children()}</del>;
    case "br":
      return <br />;
    case "codespan":
      return <code>{cited(token.text, place)}</code>;
    case "image":
      return cited(token.text, place);
    case "link":
      return link(token as Tokens.Link, children());
    case "escape":
      return token.text;
    default: {
      // HTML stays text; `marked` escapes nothing in the tokens of texts.
      const text = "text" in token && token.type !== "html" ? String(token.text) : token.raw;
      return tokens ? children() : cited(text, place);
    }
  }
}

function list(token: Tokens.List, place: Place, depth: number): VNode {
  const items = token.items.map((item) => <li>{blocks(item.tokens, place, depth + 1)}</li>);
  return token.ordered ? <ol start={Number(token.start) || 1}>{items}</ol> : <ul>{items}</ul>;
}

function table({ header, rows }: Tokens.Table, place: Place, depth: number): VNode {
  const cells = (each: Tokens.TableCell, unit = "") =>
    inline(each.tokens, { ...place, after: ` ${unit}` }, depth + 1);
  // A number alone in its cell has the unit of its column.
  const units = header.map(({ text }) => /([^\s,()]+)\)?$/.exec(text)?.[1]);
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
              {row.map((each, i) => (
                <td>{cells(each, units[i])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
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

const explanation =
  "No call returned this number of such things, and it is no rounding, conversion, sum, difference or share of one that was returned. Check it before you rely on it.";

/** A number that no call returned; why it is marked is shown on hover and with the focus. */
function UnsupportedFigure({ text }: { readonly text: string }) {
  const id = useId();
  const [isHidden, setHidden] = useState(false);
  return (
    <button
      type="button"
      class="unsupported"
      aria-describedby={id}
      onKeyDown={({ key }) => setHidden(key === "Escape")}
      onBlur={() => setHidden(false)}
      onMouseEnter={() => setHidden(false)}
    >
      {text}
      <span class="unsupported-why card quiet-text" role="tooltip" id={id} hidden={isHidden}>
        {explanation}
      </span>
    </button>
  );
}

/** How many numbers of an answer are from which calls, and a way to those that are from none. */
function FigureTally({ tally: { words, unsupported } }: { readonly tally: Tally }) {
  if (words === "") return null;
  return (
    <p class="tally quiet-text">
      {words}
      {unsupported > 0 && (
        <>
          {words.includes(":") ? ", " : ": "}
          <button
            type="button"
            class="to-unsupported"
            onClick={({ currentTarget }) => {
              const all = currentTarget.closest(".answer-text")!.querySelectorAll(".unsupported");
              (all[0] as HTMLElement | undefined)?.focus();
            }}
          >
            {unsupported} not from any call
          </button>
        </>
      )}
    </p>
  );
}
