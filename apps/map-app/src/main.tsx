import "./ui/base.css";
import "./ui/components.css";
import "./ui/map.css";
import "./page/page.css";
import { world } from "virtual:world";
import { applyDocumentTheme, PostMessageTransport } from "@modelcontextprotocol/ext-apps";
import { render } from "preact";
import { Host } from "./host/host.ts";
import { Page } from "./page/page.tsx";

const host = new Host({ autoResize: true });

const dark = matchMedia("(prefers-color-scheme: dark)");

/** What of our style is the host's, where it says so. */
const ofHost = [
  ["--ground", "--color-background-primary"],
  ["--raised", "--color-background-primary"],
  ["--text", "--color-text-primary"],
  ["--quiet", "--color-text-secondary"],
  ["--line", "--color-border-primary"],
  ["--outline", "--color-ring-primary"],
  ["--round", "--border-radius-md"],
  ["font-family", "--font-sans"],
] as const;

/** The host's theme, style variables and insets, on the document. */
function applyLook(): void {
  const { theme, styles, safeAreaInsets, displayMode } = host.state.context;
  const root = document.documentElement;
  applyDocumentTheme(theme ?? (dark.matches ? "dark" : "light"));
  for (const [own, theirs] of ofHost) {
    const value = styles?.variables?.[theirs];
    if (value) root.style.setProperty(own, value);
  }
  for (const [side, px] of Object.entries(safeAreaInsets ?? {}))
    root.style.setProperty(`--inset-${side}`, `${px}px`);
  root.dataset.mode = displayMode ?? "inline";
}

applyLook();
host.subscribe(applyLook);
dark.addEventListener("change", applyLook);
render(<Page host={host} world={world} />, document.getElementById("app")!);
host.connect(new PostMessageTransport(window.parent, window.parent)).catch((error) => {
  // Only a host can show the page.
  document.getElementById("app")!.textContent = `No conversation answers: ${error.message}`;
});
