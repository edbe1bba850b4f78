import "./regions.css";
import { useEscape } from "@emberline/map-app/ui/hooks";
import { Icon } from "@emberline/map-app/ui/icon";
import { useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { usePhone } from "../state/use-thumbnail.ts";

interface RegionsProps {
  readonly pane: ComponentChildren;
  readonly map: ComponentChildren;
  readonly drawer: ComponentChildren;
}

/**
 * Pane, map and drawer. Each scrolls by itself, the page never. On a phone the answer has the
 * screen, and the map is a thumbnail that opens over it.
 */
export function Regions({ pane, map, drawer }: RegionsProps) {
  const { route, map: mapState, isMapOpen } = usePlayground();
  const isPhone = usePhone();
  const isThumbnail = isPhone && !isMapOpen.value;
  const door = useRef<HTMLButtonElement>(null);
  const wasDrawing = useRef(false);
  const close = () => {
    mapState.pinned.value = null;
    isMapOpen.value = false;
  };
  useSignalEffect(() => {
    if (route.value) isMapOpen.value = false;
  });
  useSignalEffect(() => {
    if (mapState.pinned.value) isMapOpen.value = true;
  });
  useSignalEffect(() => {
    // To draw, a person needs the map; then the form, or the answer.
    const isDrawing = mapState.drawing.value !== null;
    if (isDrawing !== wasDrawing.current) isMapOpen.value = isDrawing;
    wasDrawing.current = isDrawing;
  });
  useEscape(isPhone && isMapOpen.value, () => {
    close();
    door.current?.focus();
  });
  return (
    <main class="regions" data-map={isMapOpen.value ? "open" : undefined}>
      <div class="column">
        <div class="pane" id="pane" tabIndex={-1}>
          {pane}
        </div>
        {drawer}
      </div>
      {map}
      {isPhone && (
        <button
          ref={door}
          type="button"
          class="map-door"
          onClick={() => {
            if (isThumbnail) isMapOpen.value = true;
            else close();
          }}
        >
          <Icon name={isThumbnail ? "larger" : "close"} />
          <span class={isThumbnail ? "visually-hidden" : ""}>
            {isThumbnail ? "Open the map" : "Close the map"}
          </span>
        </button>
      )}
    </main>
  );
}
