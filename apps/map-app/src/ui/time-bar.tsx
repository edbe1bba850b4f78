import { useEffect, useState } from "preact/hooks";
import {
  isWhole,
  nextRange,
  type StepRange,
  stepLabels,
  type TimeAxis,
} from "../time/time-axis.ts";
import type { Format } from "./format.ts";
import { useMatch } from "./use-match.ts";

const playMs = 700;

interface Props {
  readonly axis: TimeAxis;
  readonly range: StepRange;
  readonly format: Format;
  readonly locale: string | undefined;
  onRange(range: StepRange): void;
}

/** The data by hour or day: a histogram, both ends of the time shown, and play. */
export function TimeBar({ axis, range, format, locale, onRange }: Props) {
  const [isPlaying, setPlaying] = useState(false);
  const isStill = useMatch("(prefers-reduced-motion: reduce)");
  const [first, last] = range;
  const end = axis.counts.length - 1;
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => onRange(nextRange(axis, range)), playMs);
    return () => clearInterval(timer);
  }, [isPlaying, axis, range, onRange]);
  const step = () => {
    setPlaying(false);
    onRange(nextRange(axis, range));
  };
  const [from, to] = [stepLabels(axis, first, locale).from, stepLabels(axis, last, locale).to];
  const most = Math.max(1, ...axis.counts);
  const shown = axis.counts.slice(first, last + 1).reduce((sum, each) => sum + each, 0);
  const names = from === to ? from : `${from} – ${to}`;
  return (
    <section class="time" aria-labelledby="time-heading">
      <div class="time-head">
        <h2 id="time-heading">Time</h2>
        <output>
          {isWhole(axis, range) ? "All times: " : ""}
          {names} UTC · {format.count(shown)}
        </output>
        <span class="buttons">
          {isStill ? (
            <button type="button" onClick={step}>
              Next step
            </button>
          ) : (
            <button type="button" aria-pressed={isPlaying} onClick={() => setPlaying(!isPlaying)}>
              {isPlaying ? "Pause" : "Play"}
            </button>
          )}
          <button
            type="button"
            disabled={isWhole(axis, range)}
            onClick={() => {
              setPlaying(false);
              onRange([0, end]);
            }}
          >
            All times
          </button>
        </span>
      </div>
      <div class="slider">
        <svg
          class="bars"
          viewBox={`0 0 ${axis.counts.length} 1`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {axis.counts.map((count, i) => (
            <rect
              key={i}
              class={i >= first && i <= last ? "in" : "out"}
              x={i + 0.1}
              width={0.8}
              y={1 - height(count, most)}
              height={height(count, most)}
            />
          ))}
        </svg>
        <input
          type="range"
          aria-label="From"
          aria-valuetext={`${from} UTC`}
          min={0}
          max={end}
          value={first}
          onInput={({ currentTarget }) => {
            const begin = Number(currentTarget.value);
            onRange([begin, Math.max(begin, last)]);
          }}
        />
        <input
          type="range"
          aria-label="To"
          aria-valuetext={`${to} UTC`}
          min={0}
          max={end}
          value={last}
          onInput={({ currentTarget }) => {
            const finish = Number(currentTarget.value);
            onRange([Math.min(first, finish), finish]);
          }}
        />
      </div>
    </section>
  );
}

/** By the root, so that days with few detections are seen; none stays none. */
function height(count: number, most: number): number {
  return count === 0 ? 0 : Math.max(0.06, Math.sqrt(count / most));
}
