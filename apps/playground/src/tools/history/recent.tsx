import { useEffect } from "preact/hooks";
import { printRoute } from "../../route/route.ts";
import { usePlayground } from "../../state/playground.ts";
import { describeArguments } from "./describe-arguments.ts";

/** The last calls of this device; each is a link that runs. */
export function Recent() {
  const { history } = usePlayground();
  useEffect(() => void history.read(), [history]);
  const entries = history.entries.value;
  if (entries.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent-heading">
      <div class="bar">
        <h2 id="recent-heading">Recent</h2>
        <button type="button" class="small" onClick={() => void history.clear()}>
          Clear
        </button>
      </div>
      <ul class="plain">
        {entries.map(({ tool, args, atMs }) => (
          <li key={`${atMs} ${tool}`}>
            <a class="tool-link" href={printRoute({ tab: "tools", tool, args, view: null })}>
              <code>{tool}</code>
              <span class="quiet-text">{describeArguments(args)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet-text">The last 50 calls, kept on this device without answers and keys.</p>
    </section>
  );
}
