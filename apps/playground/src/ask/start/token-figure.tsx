import { useEffect, useState } from "preact/hooks";
import { usePlayground } from "../../state/playground.ts";
import { rawTokensOf } from "../meter/raw-tokens.ts";
import type { Figure } from "./loaded-examples.ts";

interface Measured {
  readonly raw: number;
  readonly isExact: boolean;
  readonly answer: number;
}

/** Tokens of raw GeoJSON against those of an answer, measured now; nothing if they cannot be. */
export function TokenFigure({ figure }: { readonly figure: Figure }) {
  const { api } = usePlayground();
  const [measured, setMeasured] = useState<Measured | null>(null);
  useEffect(() => {
    const end = new AbortController();
    const measure = async () => {
      const [raw, answer] = await Promise.all([
        rawTokensOf(api, figure),
        api.call(figure.tool, figure.args, end.signal),
      ]);
      if (raw && answer.tokens !== null && !end.signal.aborted)
        setMeasured({ raw: raw.tokens, isExact: raw.isExact, answer: answer.tokens });
    };
    // Without it the page works all the same.
    measure().catch(() => {});
    return () => end.abort();
  }, [api, figure]);
  if (!measured) return <div class="figure waiting" />;
  const { raw, isExact, answer } = measured;
  return (
    <figure class="figure">
      <figcaption>{figure.what}, as a model reads it, measured just now</figcaption>
      <dl>
        <div>
          <dt>raw GeoJSON</dt>
          <dd>
            {isExact ? "" : "about "}
            {raw.toLocaleString("en")} tokens
          </dd>
          <dd class="bar-of" aria-hidden="true">
            <span class="all" />
          </dd>
        </div>
        <div>
          <dt>Emberline’s answer</dt>
          <dd>
            <strong>{answer.toLocaleString("en")} tokens</strong>
          </dd>
          <dd class="bar-of" aria-hidden="true">
            <span style={{ width: `${Math.max(0.5, (100 * answer) / raw)}%` }} />
          </dd>
        </div>
      </dl>
    </figure>
  );
}
