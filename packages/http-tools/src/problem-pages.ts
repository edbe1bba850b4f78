import { didYouMean, quoted } from "@emberline/tools";
import { type Context, Hono } from "hono";
import { accepts } from "hono/accepts";
import { html, raw } from "hono/html";
import { type ProblemCode, problem, problems, problemsPath } from "./common/problems.ts";

const htmlType = "text/html; charset=UTF-8";
const textType = "text/plain; charset=UTF-8";

/** The pages that `type` of a problem leads to, as HTML or, if `Accept` prefers it, plain text. */
export function problemPages(): Hono {
  const codes = Object.keys(problems) as ProblemCode[];
  const serveAll = page("Problems", codes.map(rowsOf));
  const serve = new Map<string, ReturnType<typeof page>>(
    codes.map((code) => [code, page(problems[code].title, [rowsOf(code)])]),
  );
  const app = new Hono();
  app.get(problemsPath, serveAll);
  app.get(`${problemsPath}/:code`, (c) => {
    const code = c.req.param("code");
    const meant = didYouMean(code, codes);
    return (
      serve.get(code)?.(c) ??
      problem(
        "not_found",
        `There is no problem ${quoted(code, 100)}.${meant} All of them are listed at ${problemsPath}.`,
      )
    );
  });
  return app;
}

type Rows = readonly (readonly [term: string, text: string])[];

function rowsOf(code: ProblemCode): Rows {
  const { status, meaning, remedy } = problems[code];
  return [
    ["Code", code],
    ["Status", String(status)],
    ["Meaning", meaning],
    ["What to do", remedy],
  ];
}

function page(title: string, entries: readonly Rows[]): (c: Context) => Promise<Response> {
  const headers = {
    vary: "accept",
    "cache-control": "public, max-age=3600",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "x-content-type-options": "nosniff",
  };
  const asHtml = prepared(htmlOf(title, entries), { ...headers, "content-type": htmlType });
  const asText = prepared(textOf(title, entries), { ...headers, "content-type": textType });
  const supports = ["text/html", "text/plain"];
  return (c) => {
    const wanted = accepts(c, { header: "Accept", supports, default: "text/html" });
    return wanted === "text/plain" ? asText(c) : asHtml(c);
  };
}

function textOf(title: string, entries: readonly Rows[]): string {
  const blocks = entries.map((rows) => rows.map(([term, text]) => `${term}: ${text}\n`).join(""));
  return [`${title}\n`, ...blocks].join("\n");
}

function htmlOf(title: string, entries: readonly Rows[]): string {
  const list = (rows: Rows) =>
    html`<dl>${rows.map(([term, text]) => html`<dt>${term}</dt><dd>${text}</dd>`)}</dl>`;
  return String(html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Emberline</title>
<style>${raw(style)}</style>
<h1>${title}</h1>
${entries.map(list)}
</html>
`);
}

const style =
  "body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}" +
  "dt{font-weight:600}dd{margin:0 0 .5rem}dl{margin:1.5rem 0}";

/**
 * Answers GET and HEAD with a text that never changes, under a strong entity tag made once from its
 * bytes; a request whose `If-None-Match` has the tag is answered by 304 (RFC 9110, 13.1.2).
 */
export function prepared(
  text: string,
  headers: Readonly<Record<string, string>>,
): (c: Context) => Promise<Response> {
  const bytes = new TextEncoder().encode(text);
  const { "content-type": contentType, ...kept } = headers;
  const full = { ...headers, "content-length": String(bytes.length) };
  let tag: Promise<string> | undefined;
  return async (c) => {
    tag ??= entityTag(bytes);
    const etag = await tag;
    const known = c.req.header("if-none-match");
    return known !== undefined && matches(known, etag)
      ? new Response(null, { status: 304, headers: { ...kept, etag } })
      : new Response(bytes, { headers: { ...full, etag } });
  };
}

async function entityTag(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = [...digest.subarray(0, 16)].map((each) => each.toString(16).padStart(2, "0"));
  return `"${hex.join("")}"`;
}

/** An entity tag of a list; commas may be inside (RFC 9110, 8.8.3). */
const entityTags = /(?:W\/)?("[^"]*")/g;

/** Compares weakly: a proxy that compresses makes the tag weak (RFC 9110, 8.8.3.2). */
function matches(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return [...ifNoneMatch.matchAll(entityTags)].some(([, tag]) => tag === etag);
}
