import { type Ages, strengthLabels, strengthRadiiPx, type Theme } from "@emberline/map";
import type { ComponentChildren } from "preact";
import type { Format } from "../content/feature-words.ts";
import type { LayerChoice, LayerName } from "../content/layers.ts";

/** The frame of a symbol next to its word. */
function Swatch({ children }: { children: ComponentChildren }) {
  return (
    <svg width="18" height="16" viewBox="-9 -8 18 16" aria-hidden="true">
      {children}
    </svg>
  );
}

interface LayerListProps {
  readonly choices: readonly LayerChoice[];
  readonly on: ReadonlySet<LayerName>;
  readonly format: Format;
  symbolOf(name: LayerName): ComponentChildren;
  /** Called with the layers that are on after a change. */
  onChange(on: ReadonlySet<LayerName>): void;
}

/** The layers to turn on and off. */
export function LayerList({ choices, on, format, symbolOf, onChange }: LayerListProps) {
  const toggle = (name: LayerName) => {
    const next = new Set(on);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <>
      <legend>Layers</legend>
      {choices.map(({ name, label, count }) => (
        <label key={name}>
          <input type="checkbox" checked={on.has(name)} onChange={() => toggle(name)} />
          <Swatch>{symbolOf(name)}</Swatch>
          <span>{label}</span>
          {count !== null && <span class="count">{format.count(count)}</span>}
        </label>
      ))}
    </>
  );
}

interface LegendProps {
  readonly title: string;
  readonly entries: readonly (readonly [label: string, symbol: ComponentChildren])[];
}

/** What symbols mean. */
export function Legend({ title, entries }: LegendProps) {
  return (
    <div class="legend">
      <p>{title}</p>
      <ul aria-label={title}>
        {entries.map(([label, symbol]) => (
          <li key={label}>
            <Swatch>{symbol}</Swatch>
            {label}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DetectionLegendsProps {
  readonly ages: Ages;
  readonly theme: Theme;
  readonly format: Format;
  readonly hasDetections: boolean;
}

/** The colours of ages, and the sizes of detections. */
export function DetectionLegends({ ages, theme, format, hasDetections }: DetectionLegendsProps) {
  const { detections, detectionEdge } = theme;
  const disc = (radius: number | undefined, age: number) => (
    <circle r={radius} fill={detections[age]} stroke={detectionEdge} stroke-width="0.8" />
  );
  return (
    <>
      {ages.asOfMs !== null && (
        <Legend
          title={`Age at ${format.time(ages.asOfMs)}`}
          entries={ages.labels.map((label, step) => [label, disc(4.5, step)])}
        />
      )}
      {hasDetections && (
        <Legend
          title="Fire radiative power"
          entries={strengthLabels.map((label, step) => [label, disc(strengthRadiiPx[step], 1)])}
        />
      )}
    </>
  );
}
