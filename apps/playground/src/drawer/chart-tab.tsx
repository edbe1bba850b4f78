import "./drawer.css";
import { plainNumber } from "@emberline/map-app/answer/words";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Answer } from "../server/api.ts";
import { type Bar, type Chart, chartsOf } from "./chart-data.ts";

/** Charts of the answer's own numbers, each with the same numbers as text. */
export function ChartTab({ answer }: { answer: Answer }) {
  const charts = useMemo(() => chartsOf(answer.value), [answer]);
  if (charts.length === 0) {
    return (
      <p class="drawer-empty">
        This answer has nothing to count by day or group: try summarize_features.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="charts" aria-label="Charts" tabIndex={0}>
      {charts.map((chart) => (
        <ChartFigure key={chart.title} chart={chart} />
      ))}
    </section>
  );
}

function ChartFigure({ chart }: { chart: Chart }) {
  const { title, bars, isByTime, note } = chart;
  return (
    <figure class="chart">
      <figcaption>
        {title} {note && <span class="quiet-text">{note}</span>}
      </figcaption>
      {isByTime ? (
        <>
          <TimeBars bars={bars} />
          <BarTable title={title} bars={bars.filter(({ value }) => value > 0)} />
        </>
      ) : (
        <GroupBars bars={bars} />
      )}
    </figure>
  );
}

/** What the drawn bars say, for those who do not see them. */
function BarTable({ title, bars }: { title: string; bars: readonly Bar[] }) {
  return (
    <table class="visually-hidden">
      <caption>{title}</caption>
      <tbody>
        {bars.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Groups as a table whose values are drawn too. */
function GroupBars({ bars }: { bars: readonly Bar[] }) {
  const most = bars.reduce((max, { value }) => Math.max(max, value), 0);
  return (
    <table class="group-bars">
      <tbody>
        {bars.map(({ label, value }, i) => (
          <tr key={i}>
            <th scope="row">{label}</th>
            <td class="number">{plainNumber(value)}</td>
            <td class="bar-cell" aria-hidden="true">
              <span style={{ width: `${most > 0 ? (100 * value) / most : 0}%` }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const heightPx = 150;
const abovePx = 16;
const belowPx = 20;
const leftPx = 52;
const widestPx = 44;
/** Room for the label of one bar. */
const labelPx = 96;

/** Bars in the order of time. The same numbers are in a table. */
function TimeBars({ bars }: { bars: readonly Bar[] }) {
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
