import { useMemo } from "preact/hooks";
import { plainNumber } from "../answer/words.ts";
import type { Call } from "../calls/call.ts";
import type { Answer } from "../server/api.ts";
import { type Bar, type Chart, chartsOf } from "./chart-data.ts";
import "./charts.css";
import { TimeBars } from "./time-bars.tsx";

/** Charts of the answer's own numbers, each with the same numbers as text. */
export function ChartTab({ answer }: { call: Call; answer: Answer }) {
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
