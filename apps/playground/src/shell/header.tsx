import "./shell.css";
import { dayText } from "@emberline/map-app/answer/words";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useRef, useState } from "preact/hooks";
import { labelOf } from "../chat/chosen-model.ts";
import { printRoute, type Route } from "../common/route.ts";
import type { DataStatus, Status } from "../server/status.ts";
import { type Playground, usePlayground } from "../state/playground.ts";
import type { ThemeChoice } from "../state/theme.ts";

const tabs = [
  { tab: "ask", label: "Ask" },
  { tab: "tools", label: "Tools" },
  { tab: "connect", label: "Connect" },
] as const;

/** The mark, the tabs, what is served, and the settings of the page. */
export function Header() {
  const { route } = usePlayground();
  return (
    <header class="header">
      <a class="mark" href="#/ask">
        <img src="icon.svg" alt="" width="20" height="20" /> Emberline
      </a>
      <nav class="tabs" aria-label="Main">
        {tabs.map(({ tab, label }) => (
          <a
            key={tab}
            href={`#/${tab}`}
            aria-current={route.value.tab === tab ? "page" : undefined}
          >
            {label}
          </a>
        ))}
        <a href="docs">Docs</a>
      </nav>
      <div class="header-settings bar">
        <StatusChip />
        <ShareButton />
        <ThemeButton />
        <ModelButton />
      </div>
      <ModelDialogHost />
    </header>
  );
}

/** Copies a link to what the page shows; where the browser forbids it, shows the link to copy. */
function ShareButton() {
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

/** The conversation, or the call that is shown, as a link that runs it; without one, the tab. */
function shownRoute({ ask, calls, map, route }: Playground): Route {
  const shown = calls.shown.value;
  const view = map.view.value;
  const { said } = ask.conversation;
  if (route.value.tab === "ask" && said.length > 0) return { tab: "ask", said, view };
  if (!shown) return { ...route.value, view };
  return { tab: "tools", tool: shown.tool, args: shown.args, view };
}

const dayMs = 86_400_000;

/** What is served, and how new it is; leads to the details on the tab Connect. */
function StatusChip() {
  const { status } = usePlayground();
  const known = status.value;
  if (!known) return null;
  const { kind, short, more } = wordsOf(known);
  return (
    <a class={`chip status ${kind}`} href="#/connect" title={`${short}${more}`}>
      <span class="status-dot" aria-hidden="true" />
      <span class="status-kind">{short}</span>
      <span class="status-more">{more}</span>
    </a>
  );
}

function wordsOf({ data }: Status): { kind: string; short: string; more: string } {
  if (!data) return { kind: "down", short: "service down", more: "" };
  const { isSynthetic, detections, newestMs } = data;
  const count = detections === null ? "" : ` · ${detections.toLocaleString("en")} detections`;
  const newest = newestMs === null ? "" : ` · newest ${dayText(newestMs)}`;
  return {
    kind: isSynthetic ? "synthetic" : isOld(data) ? "old" : "current",
    short: isSynthetic ? "synthetic data" : isLive(data) ? "live data" : "real data",
    more: `${count}${newest}`,
  };
}

function isLive({ collections }: DataStatus): boolean {
  return collections.some(({ feeds }) => feeds.length > 0);
}

function isOld({ newestMs, collections }: DataStatus): boolean {
  const isFeedOld = collections.some(({ feeds }) => feeds.some((feed) => feed.isOld));
  return isFeedOld || newestMs === null || Date.now() - newestMs > dayMs;
}

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  auto: "light",
  light: "dark",
  dark: "auto",
};

const signs: Readonly<Record<ThemeChoice, string>> = { auto: "◐", light: "○", dark: "●" };

/** Changes the theme: as the system, light, dark. */
function ThemeButton() {
  const { theme } = usePlayground();
  const now = theme.value;
  return (
    <button
      type="button"
      class="chip"
      aria-label={`Theme: ${now}`}
      title={`Theme: ${now}`}
      onClick={() => {
        theme.value = nextTheme[now];
      }}
    >
      <span aria-hidden="true">{signs[now]}</span>
    </button>
  );
}

/** The chosen model; opens the dialog that chooses one. */
function ModelButton() {
  const { ask } = usePlayground();
  const { model, isChoosing } = ask;
  return (
    <button
      type="button"
      class="chip model-button"
      aria-haspopup="dialog"
      onClick={() => {
        isChoosing.value = true;
      }}
    >
      <span aria-hidden="true">⚙</span>
      <span class="model-name">{model.value ? labelOf(model.value) : "Choose a model"}</span>
    </button>
  );
}

/** The dialog that chooses a model, while it is open. */
function ModelDialogHost() {
  const { isChoosing } = usePlayground().ask;
  const part = useLoaded(isChoosing.value ? () => import("../ask/model-dialog.tsx") : null);
  return part && isChoosing.value ? <part.ModelDialog /> : null;
}
