import { useEffect, useState } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";

/** What the schemas of all tools cost a model, in each of its turns. */
export function TokenPrice({ format }: { readonly format: string }) {
  const { api, tools } = usePlayground();
  const [tokens, setTokens] = useState<number | null>(null);
  useEffect(() => {
    const end = new AbortController();
    api
      .read(`/tools?format=${format}&count_tokens`, end.signal)
      .then((answer) => setTokens(answer.tokens))
      // The price is missing then; whatever else needs the server says why.
      .catch(() => setTokens(null));
    return () => end.abort();
  }, [api, format]);
  if (tokens === null) return null;
  return (
    <span class="quiet-text">
      The schemas of {tools.value.length} tools take {tokens.toLocaleString("en")} tokens (o200k).
    </span>
  );
}
