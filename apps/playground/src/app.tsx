import { AskPane } from "./ask/ask-pane.tsx";
import { ConnectPane } from "./connect/connect-pane.tsx";
import { Drawer } from "./drawer/drawer.tsx";
import { LiveRegion } from "./layout/live-region.tsx";
import { MapPane } from "./map/map-pane.tsx";
import { Header } from "./shell/header.tsx";
import { usePlayground } from "./state/playground.ts";
import { ToolsPane } from "./tools/tools-pane.tsx";

/** The whole page: header, left pane, map and drawer. */
export function App() {
  return (
    <>
      <a class="skip" href="#pane">
        Skip to the content
      </a>
      <Header />
      <main class="regions">
        <div class="pane" id="pane" tabIndex={-1}>
          <Pane />
        </div>
        <MapPane />
        <Drawer />
      </main>
      <LiveRegion />
    </>
  );
}

function Pane() {
  const { route } = usePlayground();
  switch (route.value.tab) {
    case "ask":
      return <AskPane />;
    case "tools":
      return <ToolsPane />;
    case "connect":
      return <ConnectPane />;
    default:
      return <p role="alert">This link names no part of the page: choose one above.</p>;
  }
}
