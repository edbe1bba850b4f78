import "./shell.css";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useRef, useState } from "preact/hooks";
import { labelOf } from "../chat/chosen-model.ts";
import { printRoute, type Route } from "../common/route.ts";
import { type Playground, usePlayground } from "../state/playground.ts";
import type { ThemeChoice } from "../state/theme.ts";
import { StatusChip } from "./status-chip.tsx";

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
