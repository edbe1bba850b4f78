import { type Ages, strengthLabels, strengthRadiiPx, type Theme } from "@emberline/map";
import type { ComponentChildren } from "preact";
import type { LayerName } from "../features/features.ts";
import type { Format } from "./words.ts";

/** What the layers are called, in the order of their list. */
export const layerLabels: Readonly<Record<LayerName, string>> = {
  detections: "Detections",
  newest: "Newest perimeters",
  older: "Older perimeters",
  sources: "Static heat sources",
  simulations: "Simulations",
  others: "Other features",
  area: "Area asked for",
};

/** The symbols of the layers, around 0, 0. */
export const layerSymbols: Readonly<Record<LayerName, (theme: Theme) => ComponentChildren>> = {
  detections: (theme) => <circle r="4.5" fill={theme.detections[1]} stroke={theme.detectionEdge} />,
  newest: (theme) => (
    <path
      d="M-7,-5h14v10h-14Z"
      fill={theme.perimeterFill}
      fill-opacity="0.28"
      stroke={theme.perimeters[0]}
      stroke-width="1.6"
    />
  ),
  older: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill="none" stroke={theme.perimeters[2]} stroke-width="0.9" />
  ),
  sources: (theme) => <path d="M-4,-4h8v8h-8Z" fill={theme.staticSource} />,
  simulations: (theme) => <circle r="5.5" fill="none" stroke={theme.simulation} stroke-width="2" />,
  others: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill={theme.shape} fill-opacity="0.25" stroke={theme.shape} />
  ),
  area: (theme) => (
    <path d="M-8,0h16" stroke={theme.area} stroke-width="1.5" stroke-dasharray="4 2.5" />
  ),
};

/** The frame of a symbol next to its word. */
function Swatch({ children }: { children: ComponentChildren }) {
  return (
    <svg width="18" height="16" viewBox="-9 -8 18 16" aria-hidden="true">
      {children}
    </svg>
  );
}

/** A layer that can be turned off. */
export interface LayerChoice<Name extends string> {
  readonly name: Name;
  readonly label: string;
  /** How many features of it there are; null for the area. */
  readonly count: number | null;
}

interface LayerListProps<Name extends string> {
  readonly choices: readonly LayerChoice<Name>[];
  readonly on: ReadonlySet<Name>;
  readonly format: Format;
  symbolOf(name: Name): ComponentChildren;
  /** Called with the layers that are on after a change. */
  onChange(on: ReadonlySet<Name>): void;
}

/** The layers to turn on and off. */
export function LayerList<Name extends string>(props: LayerListProps<Name>) {
  const { choices, on, format, symbolOf, onChange } = props;
  const toggle = (name: Name) => {
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
