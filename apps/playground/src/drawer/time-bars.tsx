import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { plainNumber } from "../answer/words.ts";
import type { Bar } from "./chart-data.ts";

const heightPx = 150;
const abovePx = 16;
const belowPx = 20;
const leftPx = 52;
const widestPx = 44;
/** Room for the label of one bar. */
const labelPx = 96;

/** Bars in the order of time. The same numbers are in a table. */
export function TimeBars({ bars }: { bars: readonly Bar[] }) {
  const frame = useRef<HTMLDivElement>(null);
  const [widthPx, setWidthPx] = useState(600);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidthPx(entry!.contentRect.width));
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const most = bars.reduce((max, { value }) => Math.max(max, value), 0) || 1;
  const stepPx = Math.min((widthPx - leftPx) / bars.length, widestPx);
  const innerPx = heightPx - abovePx - belowPx;
  const labelEvery = Math.max(1, Math.ceil(labelPx / stepPx));
  const topOf = (value: number) => abovePx + innerPx * (1 - value / most);
  return (
    <div ref={frame} class="time-bars">
      <svg
        aria-hidden="true"
        width={widthPx}
        height={heightPx}
        viewBox={`0 0 ${widthPx} ${heightPx}`}
      >
        {[most, most / 2, 0].map((value) => (
          <g key={value}>
            <line x1={leftPx} x2={widthPx} y1={topOf(value)} y2={topOf(value)} class="grid-line" />
            {value !== most / 2 && (
              <text x={leftPx - 6} y={topOf(value) + 4} text-anchor="end">
                {plainNumber(Math.round(value * 100) / 100)}
              </text>
            )}
          </g>
        ))}
        {bars.map(({ label, value }, i) => (
          <g key={label}>
            <rect
              x={leftPx + i * stepPx + stepPx * 0.08}
              y={topOf(value)}
              width={Math.max(stepPx * 0.84, 0.5)}
              height={heightPx - belowPx - topOf(value)}
              class="time-bar"
            >
              <title>{`${label}: ${plainNumber(value)}`}</title>
            </rect>
            {i % labelEvery === 0 && (
              <text x={leftPx + i * stepPx} y={heightPx - 5}>
                {label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
