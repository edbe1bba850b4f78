import "./common/base.css";
import "@emberline/map-app/components.css";
import { render } from "preact";
import { App } from "./shell/app.tsx";
import { createPlayground, PlaygroundProvider } from "./state/playground.ts";

/** The address of this page, without a trailing slash: a proxy may serve it under a path. */
const origin = new URL(".", location.href).href.replace(/\/$/, "");
const playground = createPlayground({ fetch: fetch.bind(globalThis), origin });
void playground.reload();

render(
  <PlaygroundProvider value={playground}>
    <App />
  </PlaygroundProvider>,
  document.getElementById("app")!,
);
