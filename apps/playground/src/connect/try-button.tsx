import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../server/api-error.ts";
import { usePlayground } from "../state/playground.ts";
import type { Client } from "./clients.ts";
import { tryClient } from "./try-client.ts";

interface Tried {
  readonly isGood: boolean;
  readonly sentence: string;
}

/** Does what the client does first, from this page. */
export function TryButton({ client }: { readonly client: Client }) {
  const { api, announce } = usePlayground();
  const [tried, setTried] = useState<Tried | null>(null);
  const end = useRef(new AbortController());
  useEffect(() => {
    const { current } = end;
    return () => current.abort();
  }, []);
  const tryIt = async () => {
    const outcome = await tryClient(client, api, end.current.signal).then(
      (sentence) => ({ isGood: true, sentence }),
      (error: unknown) => {
        if (error instanceof ApiError) return { isGood: false, sentence: error.message };
        if (end.current.signal.aborted) return null;
        throw error;
      },
    );
    if (!outcome) return;
    setTried(outcome);
    announce.value = outcome.sentence;
  };
  return (
    <>
      <button type="button" class="primary" onClick={tryIt}>
        Test it
      </button>
      {tried && (
        <p class={tried.isGood ? "connect-good" : "notice error"}>
          {tried.isGood && <span aria-hidden="true">✓ </span>}
          {tried.sentence}
        </p>
      )}
    </>
  );
}
