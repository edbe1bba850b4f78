import { usePlayground } from "../state/playground.ts";
import type { ThemeChoice } from "../state/theme.ts";

const tabs = [
  { tab: "ask", label: "Ask" },
  { tab: "tools", label: "Tools" },
  { tab: "connect", label: "Connect" },
] as const;

const nextTheme: Readonly<Record<ThemeChoice, ThemeChoice>> = {
  auto: "light",
  light: "dark",
  dark: "auto",
};

/** The mark, the tabs and the settings of the page. */
export function Header() {
  const { route, theme } = usePlayground();
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
        <button
          type="button"
          aria-label={`Theme: ${theme.value}`}
          onClick={() => {
            theme.value = nextTheme[theme.value];
          }}
        >
          ◐
        </button>
      </div>
    </header>
  );
}
