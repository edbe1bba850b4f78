import { AskPane } from "./ask/ask-pane.tsx";
import { ConnectPane } from "./connect/connect-pane.tsx";
import { Drawer } from "./drawer/drawer.tsx";
import { LiveRegion } from "./layout/live-region.tsx";
import { Regions } from "./layout/regions.tsx";
import { MapPane } from "./map/map-pane.tsx";
import { Header } from "./shell/header.tsx";
import { Refusal } from "./shell/refusal.tsx";
import { usePlayground } from "./state/playground.ts";
import { ToolsPane } from "./tools/tools-pane.tsx";
import { useSearchKeys } from "./tools/use-search-keys.ts";

/** The whole page: header, left pane, map and drawer. */
export function App() {
  useSearchKeys();
  return (
    <>
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <Header />
      <Regions pane={<Pane />} map={<MapPane />} drawer={<Drawer />} />
      <LiveRegion />
    </>
  );
}

/** By script: a link's fragment would replace the page's route. */
function skip(): void {
  document.getElementById("pane")?.focus();
}

function Pane() {
  const { route, refusal } = usePlayground();
  if (refusal.value) return <Refusal error={refusal.value} />;
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
