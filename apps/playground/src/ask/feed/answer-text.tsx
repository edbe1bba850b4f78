import type { Token } from "marked";
import { useEffect, useRef, useState } from "preact/hooks";
import { useLoaded } from "../use-loaded.ts";
import type { Source } from "./citations.ts";

interface AnswerTextProps {
  readonly text: string;
  readonly sources: readonly Source[];
  onCite(number: number): void;
}

/** The words of a model; plain until they are parsed, or if they cannot be. */
export function AnswerText({ text, sources, onCite }: AnswerTextProps) {
  const parts = useLoaded(async () => ({
    ...(await import("./markdown.tsx")),
    ...(await import("./citations.ts")),
    ...(await import("./parse-markdown.ts")),
  }));
  const [tokens, setTokens] = useState<readonly Token[] | null>(null);
  const isPlain = useRef(false);
  useEffect(() => {
    if (!parts || isPlain.current) return;
    let isCurrent = true;
    void parts.parseMarkdown(text).then((parsed) => {
      // What failed once fails again when more of it has arrived.
      if (parsed === null) isPlain.current = true;
      if (isCurrent) setTokens(parsed);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, parts]);
  if (!parts || tokens === null) return <p class="answer-text plain">{text}</p>;
  const { Markdown, Citations } = parts;
  return (
    <div class="answer-text">
      <Markdown tokens={tokens} citations={new Citations(sources)} onCite={onCite} />
    </div>
  );
}
