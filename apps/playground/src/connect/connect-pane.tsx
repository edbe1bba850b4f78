import "./connect.css";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useId } from "preact/hooks";
import { ageOf } from "../common/age.ts";
import type { CollectionStatus, FeedState } from "../server/status.ts";
import { usePlayground } from "../state/playground.ts";
import { clients } from "./clients.ts";
import type { Snippet } from "./hosts.ts";
import { TryButton } from "./try-button.tsx";

/** How to connect one's own client, with the real address of this server. */
export function ConnectPane() {
  const { route, status, api } = usePlayground();
  const { value: shown } = route;
  const wanted = shown.tab === "connect" ? shown.client : null;
  const client = clients.find(({ id }) => id === wanted) ?? clients[0]!;
  const address = status.value?.address ?? api.origin;
  const place = { address, needsKey: status.value?.needsKey ?? false };
  return (
    <article class="connect stack">
      <h1>Connect your own client</h1>
      {wanted !== null && client.id !== wanted && (
        <p role="alert" class="notice">
          There is no client {JSON.stringify(wanted)} here: choose one below.
        </p>
      )}
      <nav class="connect-clients bar" aria-label="Clients">
        {clients.map(({ id, name }) => (
          <a
            key={id}
            class="chip"
            href={`#/connect/${id}`}
            aria-current={id === client.id ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <h2>{client.name}</h2>
      {client.snippets(place).map((snippet) => (
        <SnippetBox key={client.id + snippet.label} {...snippet} />
      ))}
      <div class="bar">
        <TryButton key={client.id} client={client} />
        <TokenPrice key={client.format} format={client.format} />
      </div>
      <ServerStatus />
      <p>
        <a href="licences.txt">Licences of this page and of its map</a>
      </p>
    </article>
  );
}

/** A text to copy. */
function SnippetBox({ label, text }: Snippet) {
  const { announce } = usePlayground();
  const id = useId();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      announce.value = "Copied.";
    } catch {
      announce.value = "The browser did not allow copying: select the text.";
      getSelection()?.selectAllChildren(document.getElementById(id)!);
    }
  };
  return (
    <div class="snippet card">
      <div class="snippet-head bar quiet-text">
        <span>{label}</span>
        <button type="button" class="small" onClick={copy}>
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls needs the focus for keys */}
      <section class="snippet-text" tabIndex={0} aria-label={label}>
        <pre id={id}>{text}</pre>
      </section>
    </div>
  );
}

/** What the schemas of all tools cost a model, in each of its turns. */
function TokenPrice({ format }: { readonly format: string }) {
  const { api, tools } = usePlayground();
  const path = `/tools?format=${format}&count_tokens`;
  const tokens = useLoaded(async () => (await api.read(path)).tokens, format);
  // Whatever else needs the server says why it does not answer.
  if (tokens == null) return null;
  return (
    <span class="quiet-text">
      The schemas of {tools.value.length} tools take {tokens.toLocaleString("en")} tokens (o200k).
    </span>
  );
}

/** Whether the service answers, how old its data is, and whether callers need a key. */
function ServerStatus() {
  const { status } = usePlayground();
  const known = status.value;
  if (!known) return null;
  const { data, reason, address, needsKey } = known;
  return (
    <section class="stack" aria-labelledby="connect-status">
      <h2 id="connect-status">Status</h2>
      <dl class="connect-status">
        <dt>Server</dt>
        <dd>{address}</dd>
        <dt>Key</dt>
        <dd>{needsKey ? "required, as a bearer" : "not required"}</dd>
        <dt>Service</dt>
        <dd>{data ? "answers" : `does not answer: ${reason ?? "it gave no reason"}`}</dd>
        {data && (
          <>
            <dt>Data</dt>
            <dd>{data.isSynthetic ? "synthetic: none of these fires is real" : "real"}</dd>
          </>
        )}
        {data?.collections.map((each) => (
          <Collection key={each.id} {...each} />
        ))}
      </dl>
    </section>
  );
}

function Collection({ id, title, count, newestMs, feeds }: CollectionStatus) {
  return (
    <>
      <dt>{title ?? id}</dt>
      <dd>
        {count === null ? "not counted" : count.toLocaleString("en")}
        {newestMs !== null && `, newest ${ageOf(newestMs)} ago (${utc(newestMs)})`}
      </dd>
      {feeds.map((feed) => (
        <Feed key={feed.title} {...feed} />
      ))}
    </>
  );
}

function Feed({ title, covers, state, readMs, credit }: FeedState) {
  const read =
    readMs === null
      ? "never read completely"
      : `read completely ${ageOf(readMs)} ago (${utc(readMs)})`;
  return (
    <>
      <dt>Live: {title}</dt>
      <dd>
        <span class={state === "current" ? undefined : "old"}>
          {state}, {read}
        </span>
        . {covers !== null && `Covers ${covers}. `}
        {credit}
      </dd>
    </>
  );
}

function utc(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
