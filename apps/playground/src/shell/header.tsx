import "./shell.css";
import { ModelButton, ModelDialogHost } from "../ask/model-button.tsx";
import { usePlayground } from "../state/playground.ts";
import { ShareButton } from "./share-button.tsx";
import { StatusChip } from "./status-chip.tsx";
import { ThemeButton } from "./theme-button.tsx";

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
      <nav aria-label="Main">
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
      <div class="header-settings">
        <StatusChip />
        <ShareButton />
        <ThemeButton />
        <ModelButton />
      </div>
      <ModelDialogHost />
    </header>
  );
}
