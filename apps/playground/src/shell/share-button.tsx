import { useRef, useState } from "preact/hooks";
import { printRoute, type Route } from "../route/route.ts";
import type { Playground } from "../state/playground.ts";
import { usePlayground } from "../state/playground.ts";

/** Copies a link to what the page shows; where the browser forbids it, shows the link to copy. */
export function ShareButton() {
  const playground = usePlayground();
  const dialog = useRef<HTMLDialogElement>(null);
  const [link, setLink] = useState("");
  const share = async () => {
    const url = new URL(printRoute(shownRoute(playground)), location.href).href;
    setLink(url);
    try {
      await navigator.clipboard.writeText(url);
      playground.announce.value = "The link is copied.";
    } catch {
      dialog.current?.showModal();
    }
  };
  return (
    <>
      <button type="button" class="chip" onClick={share}>
        Share
      </button>
      <dialog ref={dialog} aria-labelledby="share-title">
        <h2 id="share-title">Link to this view</h2>
        <input
          readonly
          value={link}
          aria-label="Link"
          onFocus={(event) => event.currentTarget.select()}
        />
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </dialog>
    </>
  );
}

/** The call that is shown, as a link that runs it; without one, the tab. */
function shownRoute({ calls, map, route }: Playground): Route {
  const shown = calls.shown.value;
  const view = map.view.value;
  if (!shown) return { ...route.value, view };
  return { tab: "tools", tool: shown.tool, args: shown.args, view };
}
