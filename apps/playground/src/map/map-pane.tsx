import "@emberline/map-app/map.css";
import "./toolbar.css";
import type { Rect } from "@emberline/map";
import { createFormat } from "@emberline/map-app/content/feature-words";
import type { MovingMapProps } from "@emberline/map-app/content/map-props";
import { useLoaded } from "@emberline/map-app/ui/hooks";
import { ReadNote, StatusLine } from "@emberline/map-app/ui/layers-panel";
import { MapFrame } from "@emberline/map-app/ui/map-frame";
import { TimeBar } from "@emberline/map-app/ui/time-bar";
import type { StyleSpecification } from "maplibre-gl";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { useThumbnail } from "../state/use-thumbnail.ts";
import { createPageMap } from "./follow-calls.ts";
import { MapMessage } from "./map-message.tsx";
import { Toolbar } from "./toolbar.tsx";

/** The map of the page: the answer that is shown, its area, and the ground. */
export function MapPane() {
  const playground = usePlayground();
  const page = useMemo(() => createPageMap(playground), [playground]);
  useEffect(() => () => page.close(), [page]);
  const { model } = page;
  const format = useMemo(() => createFormat("en-GB", "UTC"), []);
  const { map: state, route, status } = playground;
  const start = useMemo(() => route.peek().view, [route]);
  return (
    <section class="map-pane" aria-label="Map" inert={useThumbnail()}>
      <MapFrame
        {...{ model, state, format, start }}
        areLayersOpen={false}
        hasOwnCredits={status.value?.hasMapStyle === true}
        layersNote={<ReadNote {...{ model, format }} />}
        draw={(props) => <Canvas {...props} />}
        tools={(camera, position) => (
          <>
            <Toolbar {...{ model, camera, position }} />
            <StatusLine {...{ model, format }} />
          </>
        )}
      />
      <TimeBar {...{ model, format }} />
    </section>
  );
}

/** Draws by WebGL; on a canvas in a thumbnail, and without WebGL. Loads only what it draws with. */
function Canvas(props: MovingMapProps) {
  const { api, status } = usePlayground();
  const [hasGl, setHasGl] = useState(true);
  const [isOffline, setOffline] = useState(false);
  const isThumbnail = useThumbnail();
  const wasOpened = useRef(false);
  wasOpened.current ||= !isThumbnail;
  const isLight = !(hasGl && wasOpened.current);
  const hasOwn = status.value?.hasMapStyle === true && !isOffline;
  const own = useLoaded(hasOwn ? async () => (await api.read("/basemap/style.json")).value : null);
  const gl = useLoaded(isLight ? null : () => import("./gl/gl-map.tsx"));
  const light = useLoaded(isLight ? () => import("./light.ts") : null);
  // A style that comes later would be a second map.
  if (!isLight && gl && status.value && !(hasOwn && own === undefined))
    return (
      <>
        <gl.GlMap
          key={hasOwn ? "own" : "offline"}
          {...props}
          origin={api.origin}
          own={hasOwn ? (own as StyleSpecification | null) : null}
          onOwnFailed={() => setOffline(true)}
          onUnavailable={() => setHasGl(false)}
        />
        {isOffline && (
          <p class="map-note" role="status">
            The operator's map does not come: this is the offline one.
          </p>
        )}
      </>
    );
  // Also while the large one comes.
  if (light)
    return (
      <light.LightMap
        {...props}
        world={light.world}
        isAlone={false}
        takenIn={isThumbnail ? () => [] : takenIn}
      />
    );
  return <MapMessage hasFailed={(isLight ? light : gl) === null} />;
}

/** Under the tools and the buttons of the map. */
function takenIn({ width }: Rect): Rect[] {
  return [{ x: 0, y: 0, width, height: 62 }];
}
