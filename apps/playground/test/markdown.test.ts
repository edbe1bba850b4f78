import assert from "node:assert/strict";
import { test } from "node:test";
import { lexer } from "marked";
import { Markdown } from "../src/ask/markdown.tsx";

/** What a person reads of nodes. */
function wordsOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(wordsOf).join("");
  if (typeof node !== "object" || node === null) return String(node ?? "");
  return wordsOf((node as { props: { children?: unknown } }).props.children);
}

function shown(markdown: string): string {
  return wordsOf(
    Markdown({ tokens: lexer(markdown), sources: [], questions: [], onCite: () => {} }),
  );
}

test("a link shows its host, unless its text begins with it", () => {
  assert.equal(shown("[report](https://t.co/x)"), "report (t.co)");
  assert.equal(shown("[t.co](https://t.co/x)"), "t.co");
  assert.equal(shown("<https://t.co/x>"), "https://t.co/x");
  assert.equal(
    shown("[https://microsoft.com/t.co](https://t.co/x)"),
    "https://microsoft.com/t.co (t.co)",
  );
  assert.equal(
    shown("[https://t.co.microsoft.com/](https://t.co/x)"),
    "https://t.co.microsoft.com/ (t.co)",
  );
  assert.equal(
    shown("[https://t.co@evil.test/](https://t.co/x)"),
    "https://t.co@evil.test/ (t.co)",
  );
  // The first letter is Cyrillic.
  assert.equal(
    shown("[https://аpple.com/](https://аpple.com/)"),
    "https://аpple.com/ (xn--pple-43d.com)",
  );
});
