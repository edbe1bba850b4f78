import "./drawer.css";
import { plainNumber } from "@emberline/map-app/answer/words";
import { useMemo } from "preact/hooks";
import { Share } from "../common/share.tsx";
import type { Answer } from "../server/api.ts";
import { type Bar, type Chart, chartsOf } from "./chart-data.ts";

/** Charts of the answer's own numbers, each with the same numbers as text. */
export function ChartTab({ answer }: { answer: Answer }) {
  const charts = useMemo(() => chartsOf(answer.value), [answer]);
  if (charts.length === 0) {
    return (
      <p class="drawer-empty quiet-text">
        This answer has nothing to count by day or group: try summarize_features.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section class="charts drawer-part" aria-label="Charts" tabIndex={0}>
      {charts.map((chart) => (
        <ChartFigure key={chart.title} chart={chart} />
      ))}
    </section>
  );
}

function ChartFigure({ chart: { title, bars, isByTime, note } }: { chart: Chart }) {
  const most = bars.reduce((max, { value }) => Math.max(max, value), 0) || 1;
  return (
    <figure class="chart">
      <figcaption>
        {title} {note && <span class="quiet-text">{note}</span>}
      </figcaption>
      {isByTime && <TimeBars bars={bars} most={most} />}
      {/* Bars in time say nothing to those who do not see them. */}
      <table class={isByTime ? "visually-hidden" : "group-bars"}>
        <tbody>
          {bars
            .filter(({ value }) => value > 0 || !isByTime)
            .map(({ label, value }, i) => (
              <tr key={i}>
                <th scope="row">{label}</th>
                <td class="number">{plainNumber(value)}</td>
                {!isByTime && (
                  <td>
                    <Share part={value / most} />
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
    </figure>
  );
}

interface TimeBarsProps {
  readonly bars: readonly Bar[];
  readonly most: number;
}

/** Bars in the order of time. */
function TimeBars({ bars, most }: TimeBarsProps) {
  return (
    <div class="time-bars" aria-hidden="true">
      <span class="count">{plainNumber(Math.round(most * 100) / 100)}</span>
      <div class="columns">
        {bars.map(({ label, value }) => (
          <span key={label} title={`${label}: ${plainNumber(value)}`}>
            <span class="time-bar" style={{ height: `${(100 * value) / most}%` }} />
          </span>
        ))}
      </div>
      <div class="ends count">
        <span>{bars[0]!.label}</span>
        <span>{bars.at(-1)!.label}</span>
      </div>
    </div>
  );
}
