import type { CollectionStatus, FeedState } from "../server/status.ts";
import { usePlayground } from "../state/playground.ts";

/** Whether the service answers, how old its data is, and whether callers need a key. */
export function ServerStatus() {
  const { status } = usePlayground();
  const known = status.value;
  if (!known) return null;
  const { data, reason, address, needsKey } = known;
  return (
    <section class="connect-status" aria-labelledby="connect-status">
      <h2 id="connect-status">Status</h2>
      <dl>
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

function Feed({ title, readMs, isOld, credit }: FeedState) {
  const read = readMs === null ? "not read yet" : `read ${ageOf(readMs)} ago (${utc(readMs)})`;
  return (
    <>
      <dt>Live: {title}</dt>
      <dd>
        <span class={isOld ? "old" : undefined}>{read}</span>. {credit}
      </dd>
    </>
  );
}

function utc(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}

const hourMs = 3_600_000;

function ageOf(timeMs: number): string {
  const hours = Math.max(0, Math.round((Date.now() - timeMs) / hourMs));
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.round(hours / 24).toLocaleString("en")} days`;
}
