import {
  type Format,
  isWhole,
  nextRange,
  type StepRange,
  stepLabels,
  type TimeAxis,
  useMatch,
} from "@emberline/map-app";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { MapModel } from "./content/map-model.ts";
import { Icon } from "./map-controls.tsx";

const playMs = 700;
/** The page is in English, with days before months. */
const locale = "en-GB";

/** The map's data by hour or day: drag over it, or set both ends, to see a part of the time. */
export function TimeBar({ model, format }: { model: MapModel; format: Format }) {
  const axis = model.axis.value;
  return axis && <Bar {...{ axis, model, format }} />;
}

function Bar({ axis, model, format }: { axis: TimeAxis; model: MapModel; format: Format }) {
  const { range: chosen } = model;
  const end = axis.counts.length - 1;
  const range: StepRange = chosen.value && chosen.value[1] <= end ? chosen.value : [0, end];
  const [first, last] = range;
  const set = ([from, to]: StepRange) => {
    chosen.value = isWhole(axis, [from, to]) ? null : [from, to];
  };
  const [from, to] = [stepLabels(axis, first, locale).from, stepLabels(axis, last, locale).to];
  const shown = axis.counts.slice(first, last + 1).reduce((sum, each) => sum + each, 0);
  return (
    <section class="map-time" aria-label="Time">
      <Play {...{ axis, range }} onRange={set} />
      <div class="map-time-slider">
        <Histogram {...{ axis, range }} onRange={set} />
        <End
          label="From"
          text={from}
          max={end}
          value={first}
          onValue={(value) => set([value, Math.max(value, last)])}
        />
        <End
          label="To"
          text={to}
          max={end}
          value={last}
          onValue={(value) => set([Math.min(first, value), value])}
        />
      </div>
      <div class="map-time-shown">
        <span>{from === to ? "" : `${from} –`}</span>
        <span>
          {to} UTC · {format.count(shown)}
        </span>
        {chosen.value && (
          <button type="button" class="small" onClick={() => set([0, end])}>
            All times
          </button>
        )}
      </div>
    </section>
  );
}

interface RangeProps {
  readonly axis: TimeAxis;
  readonly range: StepRange;
  onRange(range: StepRange): void;
}

function Play({ axis, range, onRange }: RangeProps) {
  const isPlaying = useSignal(false);
  const isStill = useMatch("(prefers-reduced-motion: reduce)");
  useEffect(() => {
    if (!isPlaying.value) return;
    const timer = setInterval(() => onRange(nextRange(axis, range)), playMs);
    return () => clearInterval(timer);
  }, [isPlaying.value, axis, range[0], range[1]]);
  if (isStill) {
    return (
      <button type="button" aria-label="Next step" onClick={() => onRange(nextRange(axis, range))}>
        <Icon name="step" />
      </button>
    );
  }
  return (
    <button
      type="button"
      aria-label={isPlaying.value ? "Pause" : "Play"}
      onClick={() => {
        isPlaying.value = !isPlaying.value;
      }}
    >
      <Icon name={isPlaying.value ? "pause" : "play"} />
    </button>
  );
}

/** The bars; dragging over them chooses their time. */
function Histogram({ axis, range: [first, last], onRange }: RangeProps) {
  const pressed = useRef<number | null>(null);
  const { counts } = axis;
  const most = Math.max(1, ...counts);
  const stepAt = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    const step = Math.floor(((event.clientX - left) / width) * counts.length);
    return Math.min(counts.length - 1, Math.max(0, step));
  };
  const choose = (step: number) => {
    const start = pressed.current;
    if (start !== null) onRange([Math.min(start, step), Math.max(start, step)]);
  };
  return (
    <svg
      class="map-time-bars"
      viewBox={`0 0 ${counts.length} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        pressed.current = stepAt(event);
        choose(pressed.current);
      }}
      onPointerMove={(event) => choose(stepAt(event))}
      onPointerUp={() => {
        pressed.current = null;
      }}
    >
      {counts.map((count, i) => (
        <rect
          key={i}
          class={i >= first && i <= last ? "in" : "out"}
          x={i + 0.06}
          width={0.88}
          y={1 - height(count, most)}
          height={height(count, most)}
        />
      ))}
    </svg>
  );
}

interface EndProps {
  readonly label: string;
  readonly text: string;
  readonly max: number;
  readonly value: number;
  onValue(value: number): void;
}

function End({ label, text, max, value, onValue }: EndProps) {
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={`${text} UTC`}
      min={0}
      max={max}
      value={value}
      onInput={({ currentTarget }) => onValue(Number(currentTarget.value))}
    />
  );
}

/** By the root, so that days with few detections are seen; none stays none. */
function height(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(0.06, Math.sqrt(count / most));
}
