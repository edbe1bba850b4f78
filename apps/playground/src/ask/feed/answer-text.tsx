import { useLoaded } from "../use-loaded.ts";
import type { Source } from "./citations.ts";

interface AnswerTextProps {
  readonly text: string;
  readonly sources: readonly Source[];
  onCite(number: number): void;
}

/** The words of a model; plain until the part that draws Markdown has come. */
export function AnswerText({ text, sources, onCite }: AnswerTextProps) {
  const parts = useLoaded(async () => ({
    ...(await import("./markdown.tsx")),
    ...(await import("./citations.ts")),
  }));
  if (!parts) return <p class="answer-text plain">{text}</p>;
  const { Markdown, Citations } = parts;
  return (
    <div class="answer-text">
      <Markdown text={text} citations={new Citations(sources)} onCite={onCite} />
    </div>
  );
}
