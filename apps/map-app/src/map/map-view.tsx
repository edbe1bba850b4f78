import {
  type Camera,
  graticuleOf,
  isInside,
  type MapPlace,
  type Perimeter,
  placeLabels,
  type Rect,
  type Theme,
  type View,
  viewAt,
} from "@emberline/map";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { MapFeature, PerimeterFeature } from "../features/features.ts";
import { frameOf, pan, zoom } from "./camera.ts";
import { Gestures } from "./gestures.ts";
import type { Ground, World } from "./ground.ts";
import {
  type Drawn,
  type DrawnOutline,
  featureAt,
  paintFeatures,
  type Scene,
} from "./paint-features.ts";
import { paintGround } from "./paint-ground.ts";

interface MapViewProps {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: Theme;
  readonly world: World | null;
  readonly ground: Ground | null;
  /** Covered by controls. */
  readonly taken: readonly Rect[];
  /** What the map shows, for those who cannot see it. */
  readonly label: string;
  /** Whether a wheel zooms even if the map has no focus. */
  readonly isAlone: boolean;
  /** Several movements may come before the next drawing. */
  onCamera(change: (camera: Camera) => Camera): void;
  onHover(hovered: Hovered | null): void;
  onPick(feature: MapFeature | null): void;
  onFit(): void;
  onDrawn(note: string | null): void;
}

export interface Hovered {
  readonly feature: MapFeature;
  readonly x: number;
  readonly y: number;
}

const panPx = 80;
const zoomStep = 1.6;

/** An interactive map on a canvas. It knows nothing of the host or the server. */
export function MapView(props: MapViewProps) {
  const { scene, camera, size, theme, world, ground } = props;
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<Drawn>({ marks: [], outlines: [], note: null });
  const [isMoving, setMoving] = useState(false);
  const frame = useMemo(() => frameOf(size), [size]);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const element = canvas.current!;
    const request = requestAnimationFrame(() => {
      const view = viewAt(camera, frame);
      drawn.current = paint(element, view, theme, scene, { world, ground, taken: props.taken });
      props.onDrawn(drawn.current.note);
    });
    return () => cancelAnimationFrame(request);
  }, [scene, camera, frame, theme, world, ground, props.taken]);

  useEffect(() => {
    const element = canvas.current!;
    const at = (point: readonly [number, number], pointer: string) => {
      const context = element.getContext("2d")!;
      const scale = element.width / element.clientWidth;
      return featureAt(drawn.current, point, pointer, (path) =>
        context.isPointInPath(path, point[0] * scale, point[1] * scale, "evenodd"),
      );
    };
    const gestures = new Gestures(holder.current!, {
      onMove: (by) => latest.current.onCamera((each) => pan(each, frame, by)),
      onZoom: (factor, point) =>
        latest.current.onCamera((each) => zoom(each, frame, factor, point)),
      onTap: (point, pointer) => latest.current.onPick(at(point, pointer)),
      onHover(point) {
        const feature = point && at(point, "mouse");
        latest.current.onHover(feature ? { feature, x: point![0], y: point![1] } : null);
      },
      onActive: setMoving,
      takesWheel: () => latest.current.isAlone || document.activeElement === holder.current,
    });
    return () => gestures.close();
  }, [frame]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const panBy = (x: number, y: number) => () =>
      props.onCamera((each) => pan(each, frame, [x, y]));
    const zoomBy = (factor: number) => () => props.onCamera((each) => zoom(each, frame, factor));
    const moves: Readonly<Record<string, () => void>> = {
      ArrowLeft: panBy(panPx, 0),
      ArrowRight: panBy(-panPx, 0),
      ArrowUp: panBy(0, panPx),
      ArrowDown: panBy(0, -panPx),
      "+": zoomBy(zoomStep),
      "=": zoomBy(zoomStep),
      "-": zoomBy(1 / zoomStep),
      "0": props.onFit,
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  return (
    <div
      ref={holder}
      class={isMoving ? "map-canvas moving" : "map-canvas"}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move the map
      tabIndex={0}
      role="application"
      aria-roledescription="map"
      aria-label={props.label}
      aria-describedby="map-keys"
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} />
    </div>
  );
}

function paint(
  element: HTMLCanvasElement,
  view: View,
  theme: Theme,
  scene: Scene,
  { world, ground, taken }: { world: World | null; ground: Ground | null; taken: readonly Rect[] },
): Drawn {
  const { width, height } = view.frame;
  const ratio = Math.min(3, window.devicePixelRatio || 1);
  const [deviceWidth, deviceHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (element.width !== deviceWidth) element.width = deviceWidth;
  if (element.height !== deviceHeight) element.height = deviceHeight;
  const context = element.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintGround(context, view, theme, { world, ground });
  const drawn = paintFeatures(context, view, theme, scene);
  const places: readonly MapPlace[] = ground?.places ?? [];
  paintLabels(context, view, theme, { outlines: drawn.outlines, places, taken });
  return drawn;
}

const font = "system-ui, 'DejaVu Sans', Verdana, sans-serif";
const degreeSizePx = 10;
/** About half the width of a label of degrees. */
const degreeReachPx = 20;

/** Names of fires and places, and degrees, without overlaps. */
function paintLabels(
  context: CanvasRenderingContext2D,
  view: View,
  theme: Theme,
  {
    outlines,
    places,
    taken,
  }: {
    readonly outlines: readonly DrawnOutline[];
    readonly places: readonly MapPlace[];
    /** Covered by controls. */
    readonly taken: readonly Rect[];
  },
): void {
  context.lineJoin = "round";
  const write = (text: string, x: number, y: number, fill: string) => {
    context.strokeStyle = theme.land;
    context.lineWidth = 3;
    context.globalAlpha = 0.75;
    context.strokeText(text, x, y);
    context.globalAlpha = 1;
    context.fillStyle = fill;
    context.fillText(text, x, y);
  };
  context.font = `${degreeSizePx}px ${font}`;
  const degrees = graticuleOf(view).labels.filter(
    ({ x, y }) => !taken.some((each) => isInside([x, y], each, degreeReachPx)),
  );
  for (const { text, x, y } of degrees) write(text, x, y, theme.faintText);
  const covered = degrees.map(({ text, x, y }) => ({
    x,
    y: y - degreeSizePx,
    width: context.measureText(text).width,
    height: degreeSizePx * 1.25,
  }));
  const fires = outlines.flatMap(({ feature, outline }) =>
    feature.kind === "perimeter" ? [{ perimeter: asPerimeter(feature), outline }] : [],
  );
  for (const { kind, text, sizePx, x, y, dot } of placeLabels(view, fires, places, [
    ...taken,
    ...covered,
  ])) {
    if (dot) {
      context.beginPath();
      context.arc(dot[0], dot[1], 2, 0, 2 * Math.PI);
      context.fillStyle = theme.paper;
      context.fill();
      context.strokeStyle = theme.text;
      context.lineWidth = 1.2;
      context.stroke();
    }
    context.font = `${kind === "fire" ? "bold " : ""}${sizePx}px ${font}`;
    write(text, x, y, theme.text);
  }
}

function asPerimeter({ geometry, timeMs, name }: PerimeterFeature): Perimeter {
  return { geometry, timeMs, name };
}
