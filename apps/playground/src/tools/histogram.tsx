import { useRef, useState } from "preact/hooks";
import type { Days } from "../server/known-data.ts";
import { type DayRange, printDays } from "./periods.ts";

interface HistogramProps {
  readonly days: Days;
  readonly range: DayRange | null;
  onRange(range: DayRange): void;
}

const height = 40;
/** So that a day with little is seen. */
const minBar = 2;

/**
 * How much there is on each day that has data; days without any have no bar. Dragged over, it
 * chooses days; by keyboard, the choices and the dates next to it do.
 */
export function Histogram({ days: { counts }, range, onRange }: HistogramProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [start, setStart] = useState<number | null>(null);
  const most = Math.max(...counts.map(({ count }) => count));
  const [first, last] = [counts[0]!.day, counts.at(-1)!.day];
  const total = counts.reduce((sum, { count }) => sum + count, 0);

  const indexAt = ({ clientX }: PointerEvent) => {
    const { left, width } = svg.current!.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * counts.length);
    return Math.min(Math.max(at, 0), counts.length - 1);
  };
  const choose = (from: number, to: number) =>
    onRange([counts[Math.min(from, to)]!.day, counts[Math.max(from, to)]!.day]);
  return (
    <figure class="histogram">
      <svg
        ref={svg}
        role="img"
        aria-label={`${total.toLocaleString("en")} features on ${counts.length} days, ${printDays([first, last])}`}
        viewBox={`0 0 ${counts.length} ${height}`}
        preserveAspectRatio="none"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setStart(indexAt(event));
          choose(indexAt(event), indexAt(event));
        }}
        onPointerMove={(event) => start !== null && choose(start, indexAt(event))}
        onPointerUp={() => setStart(null)}
        onPointerCancel={() => setStart(null)}
      >
        {counts.map(({ day, count }, i) => {
          const tall = Math.max(minBar, Math.sqrt(count / most) * height);
          const isIn = range !== null && day >= range[0] && day <= range[1];
          return (
            <rect
              key={day}
              class={isIn ? "in" : undefined}
              x={i}
              y={height - tall}
              width={counts.length > 120 ? 1 : 0.85}
              height={tall}
            >
              <title>{`${printDays([day, day])}: ${count.toLocaleString("en")}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption class="quiet-text">
        <span>{printDays([first, first])}</span>
        <span>{range ? printDays(range) : `${counts.length} days with data`}</span>
        <span>{printDays([last, last])}</span>
      </figcaption>
    </figure>
  );
}
