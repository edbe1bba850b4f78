import type { LonLat } from "@emberline/geo";
import {
  cameraOn,
  type Camera as GlobeCamera,
  type Rect,
  scaleBar,
  type View,
  viewAt,
  worldSpan,
} from "@emberline/map";
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { isSame } from "../answer/json.ts";
import type { Drawable } from "../content/content.ts";
import { choicesOf } from "../content/layers.ts";
import { cardSideOf, isInView, type MovingMapProps, placeOf } from "../content/map-props.ts";
import type { Area } from "../content/map-state.ts";
import { currentTheme } from "../content/palette.ts";
import { useSize } from "../ui/hooks.ts";
import { cameraAt, fit, frameOf, pan, positionAt, zoom, zoomOf } from "./camera.ts";
import { drawArea } from "./draw-area.ts";
import { Gestures } from "./gestures.ts";
import { drawablesAt } from "./paint-features.ts";
import { type Painted, paintMap } from "./paint-map.ts";
import { useGround, useWorld } from "./use-ground.ts";

interface LightMapProps extends MovingMapProps {
  /** The coarse world, as `build/world.ts` packs it. */
  readonly world: string;
  /** Whether a wheel zooms even if the map has no focus. */
  readonly isAlone: boolean;
  /** What controls cover in a frame. */
  takenIn(frame: Rect): readonly Rect[];
}

const panPx = 80;
const zoomStep = 2;
/** A view has settled if it did not move for so long. */
const settledMs = 150;
/** How far a pointer may miss a symbol; a finger covers more. */
const reachPx: Readonly<Record<string, number>> = { mouse: 4, pen: 8, touch: 14 };
const keyboardReachPx = 24;

const nothing: Painted = { marks: [], outlines: [], note: null, names: [] };

/**
 * A map that moves, on a canvas, without WebGL or a worker: in a conversation, and wherever the
 * browser has no WebGL.
 */
export function LightMap(props: LightMapProps) {
  const { model, state, start, tip, position, names } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [holder, size] = useSize();
  const frame = useMemo(() => size && frameOf(size), [size]);
  const moved = useSignal<GlobeCamera | null>(start && cameraAt(start));
  const setMoved = (camera: GlobeCamera | null) => {
    moved.value = camera;
    state.isMoved.value = camera !== null;
  };
  /** A link may say where the map looks: that holds until the person asks. */
  const isHeld = useRef(start !== null);
  const draft = useSignal<Area | null>(null);
  const isMoving = useSignal(false);
  const note = useSignal<string | null>(null);
  const painted = useRef(nothing);
  const world = useWorld(props.world);
  const theme = currentTheme();

  useSignalEffect(() => {
    const { isNew, isLinked } = model.fit.value;
    if (!isLinked) isHeld.current = false;
    if (isNew && !isHeld.current) setMoved(null);
  });
  useSignalEffect(() => {
    const view = state.goTo.value;
    if (!view) return;
    setMoved(cameraAt(view));
    state.goTo.value = null;
  });
  const fitted = useMemo(() => frame && fit(model.content.peek(), frame), [frame, model.fit.value]);
  const whole = useMemo(() => frame && cameraOn(worldSpan, frame), [frame]);
  const camera = moved.value ?? fitted ?? whole;
  const view = useMemo(() => (camera && frame ? viewAt(camera, frame) : null), [camera, frame]);
  const ground = useGround(view, model.call);
  const taken = useMemo(() => (frame ? props.takenIn(frame) : []), [frame]);

  const chosen = model.selection.value;
  const edited = draft.value ?? state.edited.value;
  const { asked } = model.scene.value;
  const picture = {
    scene: model.scene.value,
    ages: model.ages.value,
    lit: [model.lit.value, chosen?.drawables[chosen.at] ?? null],
    position: position.value,
    ...{ world, ground, asked, taken },
    edited: isSame(asked, edited) ? null : edited,
  };
  useEffect(() => {
    if (!view) return;
    const request = requestAnimationFrame(() => {
      painted.current = paintMap(canvas.current!, view, theme, picture);
      note.value = painted.current.note;
    });
    return () => cancelAnimationFrame(request);
  }, [view, theme, ...Object.values(picture).flat()]);
  useEffect(() => {
    if (!view) return;
    tip.value = null;
    model.look(view.visible ?? worldSpan, view.kmPerPixel / (window.devicePixelRatio || 1));
    const timer = setTimeout(() => {
      const [lon, lat] = middleOf(view);
      state.view.value = { zoom: zoomOf(view), lat, lon };
      if (`${names.peek()}` !== `${painted.current.names}`) names.value = painted.current.names;
    }, settledMs);
    return () => clearTimeout(timer);
  }, [view, model.fit.value, ground]);
  useEffect(() => {
    const place = chosen && placeOf(chosen);
    const at = place && view?.projection([...place]);
    if (!at || !view) return;
    props.cardSide.value = cardSideOf(at, view.frame);
    if (chosen.place === null && !isInView(at, view.frame))
      moved.value = { ...camera!, center: place };
  }, [chosen, view]);

  const latest = useRef({ view, frame, camera });
  latest.current = { view, frame, camera };
  const move = (change: (camera: GlobeCamera, frame: Rect) => GlobeCamera) => {
    const { frame } = latest.current;
    const from = moved.peek() ?? latest.current.camera;
    if (from && frame) setMoved(change(from, frame));
  };
  const placeAt = (point: readonly [number, number]): LonLat | null =>
    latest.current.view && positionAt(latest.current.view, point);
  const found = ([x, y]: readonly [number, number], reach: number): Drawable[] => {
    const context = canvas.current!.getContext("2d")!;
    const scale = canvas.current!.width / canvas.current!.clientWidth;
    return drawablesAt(painted.current, [x, y], reach, (path) =>
      context.isPointInPath(path, x * scale, y * scale, "evenodd"),
    );
  };
  const open = (point: readonly [number, number], reach: number) => {
    const drawables = found(point, reach);
    tip.value = null;
    model.selection.value =
      drawables.length > 0 ? { drawables, at: 0, place: placeAt(point) } : null;
  };
  useEffect(() => {
    const isDrawing = () => state.drawing.peek() !== null;
    const gestures = new Gestures(holder.current!, {
      onMove: (by) => !isDrawing() && move((each, frame) => pan(each, frame, by)),
      onZoom: (factor, at) => move((each, frame) => zoom(each, frame, factor, at)),
      onTap: (point, pointer) => !isDrawing() && open(point, reachPx[pointer] ?? reachPx.mouse!),
      onHover(point) {
        const [drawable] = point && !isDrawing() ? found(point, reachPx.mouse!) : [];
        model.hover(drawable ?? null);
        tip.value = drawable ? { drawable, x: point![0], y: point![1] } : null;
      },
      onActive(isActive) {
        isMoving.value = isActive && !isDrawing();
      },
      takesWheel: () => props.isAlone || document.activeElement === holder.current,
    });
    props.onReady({
      zoomBy: (steps) => move((each, frame) => zoom(each, frame, zoomStep ** steps)),
      fit: () => setMoved(null),
      lookAt([lon, lat], level) {
        setMoved(cameraAt({ lon, lat, zoom: level }));
      },
    });
    return () => gestures.close();
  }, []);
  useSignalEffect(() => {
    const drawing = state.drawing.value;
    if (!drawing) return;
    const done = (area: Area | null) => {
      state.drawing.value = null;
      drawing.done(area);
    };
    const surface = {
      element: holder.current!,
      placeAt,
      middle: () => middleOf(latest.current.view!),
      setDragging() {},
      onMove: (moving: () => void) => moved.subscribe(moving),
    };
    return drawArea(surface, { ...drawing, done }, (each) => {
      draft.value = each;
    });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const panBy = (x: number, y: number) => () => move((each, frame) => pan(each, frame, [x, y]));
    const zoomBy = (factor: number) => () => move((each, frame) => zoom(each, frame, factor));
    const keys: Readonly<Record<string, () => void>> = {
      ArrowLeft: panBy(panPx, 0),
      ArrowRight: panBy(-panPx, 0),
      ArrowUp: panBy(0, panPx),
      ArrowDown: panBy(0, -panPx),
      "+": zoomBy(zoomStep),
      "=": zoomBy(zoomStep),
      "-": zoomBy(1 / zoomStep),
      "0": () => setMoved(null),
      Enter: () => frame && open([frame.width / 2, frame.height / 2], keyboardReachPx),
    };
    const act = keys[event.key];
    if (!act) return;
    // Enter would also press the button of the card, which then has the focus.
    event.preventDefault();
    act();
  };

  return (
    <>
      <div
        ref={holder}
        class={isMoving.value ? "map-canvas moving" : "map-canvas"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map
        tabIndex={0}
        role="application"
        aria-roledescription="map"
        aria-label={labelOf(props)}
        aria-describedby="map-names"
        onKeyDown={onKeyDown}
      >
        <canvas ref={canvas} />
      </div>
      {view && <Scale view={view} />}
      {note.value && <p class="map-note">At this zoom, {note.value}</p>}
    </>
  );
}

function Scale({ view: { kmPerPixel, kind } }: { view: View }) {
  const { km, lengthPx } = scaleBar(kmPerPixel, 110);
  const length = km >= 1 ? `${km.toLocaleString("en")} km` : `${Math.round(km * 1000)} m`;
  return (
    <div class="map-scale">
      <span style={{ width: `${lengthPx}px` }} />
      {kind === "world" ? `${length} at the centre` : length}
    </div>
  );
}

function labelOf({ model }: MovingMapProps): string {
  const parts = choicesOf(model.content.value).flatMap(({ name, label, count }) =>
    count === null || !model.layersOn.value.has(name)
      ? []
      : [`${count.toLocaleString("en")} ${label.toLowerCase()}`],
  );
  return `Map of ${parts.join(", ") || "the area asked for"}: arrow keys move it, plus and minus zoom, 0 shows all, Enter opens what is in the middle`;
}

function middleOf(view: View): LonLat {
  return positionAt(view, [view.frame.width / 2, view.frame.height / 2]) ?? [0, 0];
}
