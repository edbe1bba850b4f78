import { useEffect, useRef, useState } from "preact/hooks";
import type { Format } from "../content/feature-words.ts";
import type { MapModel } from "../content/map-model.ts";
import {
  isWhole,
  nextRange,
  rangeLabels,
  type StepRange,
  type TimeAxis,
} from "../content/time-axis.ts";
import { useMatch } from "./hooks.ts";
import { Icon } from "./icon.tsx";

const playMs = 700;

interface Props {
  readonly model: MapModel;
  readonly format: Format;
}

/** The map's data by hour or day: drag over it, or set both ends, to see a part of the time. */
export function TimeBar({ model, format }: Props) {
  const axis = model.axis.value;
  if (!axis) return null;
  const end = axis.counts.length - 1;
  const steps = model.range.value;
  const chosen = steps && steps[1] <= end ? steps : null;
  const range: StepRange = chosen ?? [0, end];
  const [first, last] = range;
  const set = (next: StepRange) => {
    model.range.value = isWhole(axis, next) ? null : next;
  };
  const { from, to } = rangeLabels(axis, range);
  const shown = axis.counts.slice(first, last + 1).reduce((sum, each) => sum + each, 0);
  return (
    <section class="time" aria-label="Time">
      <Play {...{ axis, range }} onRange={set} />
      <div class="time-slider">
        <Bars {...{ axis, range }} onRange={set} />
        <End
          {...{ label: "From", text: from, max: end, value: first }}
          onValue={(value) => set([value, Math.max(value, last)])}
        />
        <End
          {...{ label: "To", text: to, max: end, value: last }}
          onValue={(value) => set([Math.min(first, value), value])}
        />
      </div>
      <div class="time-shown">
        <output>{`${from === to ? to : `${from} – ${to}`} UTC · ${format.count(shown)}`}</output>
        {chosen && (
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

/** Plays the steps one after the other; for those who want little motion, one at each press. */
function Play({ axis, range, onRange }: RangeProps) {
  const [isPlaying, setPlaying] = useState(false);
  const isStill = useMatch("(prefers-reduced-motion: reduce)");
  const label = isStill ? "Next step" : isPlaying ? "Pause" : "Play";
  const step = () => onRange(nextRange(axis, range));
  useEffect(() => {
    if (!isPlaying || isStill) return;
    const timer = setInterval(step, playMs);
    return () => clearInterval(timer);
  }, [isPlaying, isStill, axis, range[0], range[1]]);
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => (isStill ? step() : setPlaying(!isPlaying))}
    >
      <Icon name={label} />
    </button>
  );
}

/** The bars; dragging over them chooses their time. */
function Bars({ axis: { counts }, range: [first, last], onRange }: RangeProps) {
  const pressed = useRef<number | null>(null);
  const most = counts.reduce((most, count) => Math.max(most, count), 1);
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
      class="axis-bars"
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
