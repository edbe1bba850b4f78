import { day, hour } from "./clock.ts";
import type { Span } from "./detections.ts";
import { type Draw, rounded } from "./draw.ts";

export type Position = readonly [longitude: number, latitude: number];

export interface Polygon {
  readonly type: "Polygon";
  readonly coordinates: readonly (readonly Position[])[];
}

interface MultiPolygon {
  readonly type: "MultiPolygon";
  readonly coordinates: readonly (readonly (readonly Position[])[])[];
}

/** A fire of WFIGS from `from` until its next state. */
export interface FireState {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Not listed while true. */
  readonly fallenOff: boolean;
  readonly geometry: Polygon | MultiPolygon | null;
  readonly name: string;
  readonly acres: number;
  readonly contained: number | null;
  readonly dateCurrent: number;
  readonly polygonDate: number | null;
  readonly globalId: string;
}

export interface Fire {
  readonly number: number;
  /** With braces and in upper case; null for some. */
  readonly irwinId: string | null;
  readonly uniqueId: string;
  readonly state: string;
  readonly category: "WF" | "RX" | "CX";
  readonly discovered: number;
  readonly states: readonly FireState[];
}

const names = ["LERDO", "Moss Mountain", "Pine 2", "O'Brien", "Cañada", "BEAR", "Bear", "Rim"];

/** Fires whose perimeters grow, move, fall off the list and come back. */
export function makeFires(draw: Draw, { start, end }: Span, count = 40): Fire[] {
  const fires: Fire[] = [];
  for (let number = 0; number < count; number++) {
    const centre: Position = [
      rounded(draw.between(-124, -100), 5),
      rounded(draw.between(33, 48), 5),
    ];
    const discovered = start - Math.floor(draw.between(1, 20) * day);
    // Exact twins of polygons occur under two identifiers.
    const twin = number % 13 === 12 ? fires[number - 1] : undefined;
    const states = twin?.states ?? statesOf(draw, centre, start, end);
    fires.push({
      number,
      irwinId: number % 20 === 7 ? null : `{${guid(draw)}}`,
      uniqueId: `2026-ORPRD-${String(number + 100).padStart(6, "0")}`,
      state: draw.of(["US-OR", "US-CA", "US-WA"]),
      category: number % 15 === 14 ? "RX" : "WF",
      discovered,
      states,
    });
  }
  return fires;
}

/** The state of a fire at an instant; undefined if it is not listed. */
export function stateAt(fire: Fire, time: number): FireState | undefined {
  const state = fire.states.findLast(({ from }) => from <= time);
  return state?.fallenOff ? undefined : state;
}

function statesOf(draw: Draw, centre: Position, start: number, end: number): FireState[] {
  let radius = draw.between(0.005, 0.02);
  let at = start - draw.integer(0, 48) * hour;
  // Some fires begin in the middle of the time.
  if (draw.chance(0.4)) at = start + draw.integer(1, 10 * 24) * hour;
  let state: FireState = {
    from: at,
    fallenOff: false,
    geometry: outline(draw, centre, radius),
    name: draw.of(names),
    acres: rounded(draw.between(1, 4000), 1),
    contained: draw.chance(0.3) ? null : 0,
    dateCurrent: at - draw.integer(0, 15) * 60_000,
    polygonDate: draw.chance(0.5) ? null : at - 3 * hour,
    globalId: `{${guid(draw)}}`,
  };
  const states = [state];
  for (;;) {
    // Changes lie further apart than a few failed readings.
    at += Math.floor(draw.between(7, 30) * hour);
    if (at > end) return states;
    const dateCurrent = draw.chance(0.06) ? at + Math.floor(draw.between(1, 40) * hour) : at;
    const change = draw.integer(0, 19);
    if (state.fallenOff) state = { ...state, fallenOff: false };
    else if (change < 9) {
      radius *= draw.between(1.02, 1.4);
      const geometry = outline(draw, centre, radius);
      state = { ...state, geometry, acres: rounded(state.acres * 1.2, 1), dateCurrent };
    } else if (change < 12) state = { ...state, dateCurrent };
    else if (change < 14) state = { ...state, geometry: outline(draw, centre, radius) };
    else if (change === 14) state = { ...state, name: `${state.name} Complex` };
    else if (change === 15) state = { ...state, contained: draw.integer(1, 99) };
    else if (change === 16) state = { ...state, geometry: null };
    else if (change === 17) state = { ...state, globalId: `{${guid(draw)}}` };
    else state = { ...state, fallenOff: true };
    state = { ...state, from: at };
    states.push(state);
  }
}

function outline(draw: Draw, [west, south]: Position, radius: number): Polygon | MultiPolygon {
  const main = ring(draw, [west, south], radius);
  if (draw.chance(0.8)) return { type: "Polygon", coordinates: [main] };
  const spot = ring(draw, [west + 3 * radius, south + 3 * radius], radius / 4);
  return { type: "MultiPolygon", coordinates: [[main], [spot]] };
}

/** Counterclockwise, closed. */
export function ring(draw: Draw, [west, south]: Position, radius: number): Position[] {
  const corners = Array.from({ length: 9 }, (_, index): Position => {
    const angle = (index * 2 * Math.PI) / 9;
    const reach = radius * draw.between(0.8, 1.2);
    const x = west + reach * Math.cos(angle);
    return [rounded(x, 5), rounded(south + reach * Math.sin(angle), 5)];
  });
  return [...corners, corners[0]!];
}

function guid(draw: Draw): string {
  const hex = (length: number) =>
    Array.from({ length }, () => draw.of([..."0123456789ABCDEF"])).join("");
  return [8, 4, 4, 4, 12].map(hex).join("-");
}
