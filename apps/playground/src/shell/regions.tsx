import "./regions.css";
import { useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useRef } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { nearestStop, type Stop, stopAfter, stopHeights, stopNames, stops } from "./stops.ts";

interface RegionsProps {
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

interface SheetHandleProps {
  readonly stop: Stop;
  readonly sheet: RefObject<HTMLElement | null>;
  onStop(stop: Stop): void;
}

/** What moves below this is a tap. */
const tapPx = 6;

const stepOfKey: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 1,
  PageDown: -1,
  Home: -stops.length,
  End: stops.length,
};

/** Opens and closes the sheet of a phone: by dragging, by keys, and by two buttons. */
function SheetHandle({ stop, sheet, onStop }: SheetHandleProps) {
  const drag = useRef<{ startY: number; startPx: number; heightPx: number } | null>(null);
  const begin = (event: PointerEvent) => {
    const heightPx = sheet.current!.offsetHeight;
    drag.current = { startY: event.clientY, startPx: heightPx, heightPx };
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
    sheet.current!.dataset.dragged = "";
  };
  const move = (event: PointerEvent) => {
    const { current } = drag;
    if (!current) return;
    const heights = heightsIn(sheet.current!);
    const wanted = current.startPx + current.startY - event.clientY;
    current.heightPx = Math.min(Math.max(wanted, heights.low), heights.full);
    sheet.current!.style.height = `${current.heightPx}px`;
  };
  const end = () => {
    const { current } = drag;
    if (!current) return;
    drag.current = null;
    sheet.current!.style.height = "";
    delete sheet.current!.dataset.dragged;
    const isTap = Math.abs(current.heightPx - current.startPx) < tapPx;
    if (isTap) onStop(stop === "full" ? "half" : stopAfter(stop, 1));
    else onStop(nearestStop(current.heightPx, heightsIn(sheet.current!)));
  };
  const press = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onStop(stopAfter(stop, step));
  };
  return (
    <div class="sheet-handle">
      <button
        type="button"
        class="quiet"
        aria-label="Less of the panel"
        disabled={stop === "low"}
        onClick={() => onStop(stopAfter(stop, -1))}
      >
        <Chevron isUp={false} />
      </button>
      <div
        class="sheet-grip"
        role="slider"
        aria-orientation="vertical"
        aria-label="Height of the panel"
        aria-valuemin={0}
        aria-valuemax={stops.length - 1}
        aria-valuenow={stops.indexOf(stop)}
        aria-valuetext={stopNames[stop]}
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <button
        type="button"
        class="quiet"
        aria-label="More of the panel"
        disabled={stop === "full"}
        onClick={() => onStop(stopAfter(stop, 1))}
      >
        <Chevron isUp={true} />
      </button>
    </div>
  );
}

function heightsIn(sheet: HTMLElement) {
  return stopHeights(sheet.parentElement!.offsetHeight, innerHeight);
}

function Chevron({ isUp }: { isUp: boolean }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
      <path
        d={isUp ? "M4 13 10 7l6 6" : "M4 7l6 6 6-6"}
        fill="none"
        stroke="currentColor"
        stroke-width="2"
      />
    </svg>
  );
}
