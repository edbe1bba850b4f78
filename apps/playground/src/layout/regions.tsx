import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import "./regions.css";
import { SheetHandle } from "./sheet-handle.tsx";
import type { Stop } from "./stops.ts";

export interface RegionsProps {
  readonly pane: ComponentChildren;
  readonly map: ComponentChildren;
  readonly drawer: ComponentChildren;
}

/**
 * Pane, map and drawer. Each scrolls by itself, the page never. On a phone the pane and the drawer
 * are in a sheet below the map.
 */
export function Regions({ pane, map, drawer }: RegionsProps) {
  const { route, map: mapState } = usePlayground();
  const sheet = useRef<HTMLDivElement>(null);
  const stop = useSignal<Stop>("half");
  const before = useRef<Stop | null>(null);
  useSignalEffect(() => {
    // Another tab was chosen: a closed sheet would hide it.
    if (route.value && stop.peek() === "low") stop.value = "half";
  });
  useSignalEffect(() => {
    // To draw, a person needs to see the map.
    if (mapState.drawing.value) {
      before.current ??= stop.peek();
      stop.value = "low";
    } else if (before.current) {
      stop.value = before.current;
      before.current = null;
    }
  });
  const showFocused = () => {
    if (stop.value === "low" && !mapState.drawing.value) stop.value = "half";
  };
  return (
    <main class="regions" data-stop={stop.value}>
      <div ref={sheet} class="sheet">
        <SheetHandle
          stop={stop.value}
          sheet={sheet}
          onStop={(next) => {
            stop.value = next;
          }}
        />
        <div class="sheet-content" onFocusCapture={showFocused}>
          <div class="pane" id="pane" tabIndex={-1}>
            {pane}
          </div>
          {drawer}
        </div>
      </div>
      {map}
    </main>
  );
}
