type Point = readonly [x: number, y: number];

interface GestureHandlers {
  onMove(by: Point): void;
  onZoom(factor: number, at: Point): void;
  /** A press without movement. */
  onTap(at: Point, pointer: string): void;
  /** A pointer without a press; null when it leaves. */
  onHover(at: Point | null): void;
  onActive(isActive: boolean): void;
  /** Whether a wheel zooms here; else the page around the map scrolls. */
  takesWheel(): boolean;
}

/** A press that moves less is a tap. */
const tapPx = 5;
const zoomPerWheelPx = 0.002;
const wheelLinePx = 30;

/** Drags, pinches, wheels, taps and hovers on an element, in its pixels. */
export class Gestures {
  readonly #element: HTMLElement;
  readonly #handlers: GestureHandlers;
  readonly #end = new AbortController();
  readonly #pressed = new Map<number, Point>();
  #start: Point | null = null;

  constructor(element: HTMLElement, handlers: GestureHandlers) {
    this.#element = element;
    this.#handlers = handlers;
    const { signal } = this.#end;
    element.addEventListener("pointerdown", (event) => this.#press(event), { signal });
    element.addEventListener("pointermove", (event) => this.#move(event), { signal });
    element.addEventListener("pointerup", (event) => this.#release(event), { signal });
    element.addEventListener("pointercancel", (event) => this.#release(event), { signal });
    element.addEventListener("pointerleave", () => handlers.onHover(null), { signal });
    element.addEventListener("wheel", (event) => this.#wheel(event), { signal, passive: false });
  }

  close(): void {
    this.#end.abort();
  }

  #press(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    this.#element.setPointerCapture(event.pointerId);
    this.#pressed.set(event.pointerId, this.#at(event));
    this.#start = this.#pressed.size === 1 ? this.#at(event) : null;
    this.#handlers.onHover(null);
    this.#handlers.onActive(true);
  }

  #move(event: PointerEvent): void {
    const to = this.#at(event);
    const from = this.#pressed.get(event.pointerId);
    if (!from) {
      if (event.pointerType === "mouse") this.#handlers.onHover(to);
      return;
    }
    if (this.#start && distance(this.#start, to) < tapPx) return;
    // From here on it is a drag.
    const begun = this.#start ?? from;
    this.#start = null;
    const other = [...this.#pressed].find(([id]) => id !== event.pointerId)?.[1];
    this.#pressed.set(event.pointerId, to);
    if (!other) {
      this.#handlers.onMove([to[0] - begun[0], to[1] - begun[1]]);
      return;
    }
    const middle = (point: Point): Point => [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2];
    const [before, after] = [middle(begun), middle(to)];
    this.#handlers.onMove([after[0] - before[0], after[1] - before[1]]);
    const wide = distance(begun, other);
    if (wide > 0) this.#handlers.onZoom(distance(to, other) / wide, after);
  }

  #release(event: PointerEvent): void {
    if (!this.#pressed.delete(event.pointerId)) return;
    if (this.#start && event.type === "pointerup") {
      this.#handlers.onTap(this.#at(event), event.pointerType);
    }
    this.#start = null;
    if (this.#pressed.size === 0) this.#handlers.onActive(false);
  }

  #wheel(event: WheelEvent): void {
    // A pinch on a touchpad comes as a wheel with Ctrl.
    if (!event.ctrlKey && !this.#handlers.takesWheel()) return;
    event.preventDefault();
    const linePx = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : wheelLinePx;
    const faster = event.ctrlKey ? 4 : 1;
    const factor = Math.exp(-event.deltaY * linePx * zoomPerWheelPx * faster);
    this.#handlers.onZoom(Math.min(4, Math.max(0.25, factor)), this.#at(event));
  }

  #at({ clientX, clientY }: PointerEvent | WheelEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return [clientX - left, clientY - top];
  }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}
