import { type Ages, strengthLabels, strengthRadiiPx, type Theme } from "@emberline/map";
import type { ComponentChildren } from "preact";
import type { LayerName } from "../features/visible.ts";
import type { Format } from "./format.ts";

export interface LayerChoice {
  readonly name: LayerName;
  readonly label: string;
  /** How many features of it are shown; null for the area. */
  readonly count: number | null;
}

interface Props {
  readonly choices: readonly LayerChoice[];
  readonly on: ReadonlySet<LayerName>;
  readonly ages: Ages;
  readonly theme: Theme;
  readonly format: Format;
  onToggle(name: LayerName): void;
}

/** The layers to turn on and off, with the symbols of the map and their meaning. */
export function LayersPanel({ choices, on, ages, theme, format, onToggle }: Props) {
  const hasDetections = choices.some(({ name, count }) => name === "detections" && count);
  return (
    <fieldset class="layers">
      <legend>Layers</legend>
      {choices.map(({ name, label, count }) => (
        <label key={name}>
          <input type="checkbox" checked={on.has(name)} onChange={() => onToggle(name)} />
          <Swatch name={name} theme={theme} />
          <span>{label}</span>
          {count !== null && <span class="count">{format.count(count)}</span>}
        </label>
      ))}
      {ages.asOfMs !== null && (
        <Legend title={`Age at ${format.time(ages.asOfMs)}`}>
          {ages.labels.map((label, step) => (
            <li key={label}>
              <Dot radiusPx={4.5} fill={theme.detections[step]!} edge={theme.detectionEdge} />
              {label}
            </li>
          ))}
        </Legend>
      )}
      {hasDetections && (
        <Legend title="Fire radiative power">
          {strengthLabels.map((label, step) => (
            <li key={label}>
              <Dot
                radiusPx={strengthRadiiPx[step]!}
                fill={theme.detections[1]!}
                edge={theme.detectionEdge}
              />
              {label}
            </li>
          ))}
        </Legend>
      )}
    </fieldset>
  );
}

function Legend({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="legend">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </div>
  );
}

function Dot({ radiusPx, fill, edge }: { radiusPx: number; fill: string; edge: string }) {
  return (
    <svg width="16" height="16" viewBox="-8 -8 16 16" aria-hidden="true">
      <circle r={radiusPx} fill={fill} stroke={edge} stroke-width="0.8" />
    </svg>
  );
}

function Swatch({ name, theme }: { name: LayerName; theme: Theme }) {
  return (
    <svg width="18" height="16" viewBox="-9 -8 18 16" aria-hidden="true">
      {symbols[name](theme)}
    </svg>
  );
}

const symbols: Readonly<Record<LayerName, (theme: Theme) => ComponentChildren>> = {
  detections: (theme) => <circle r="4.5" fill={theme.detections[1]} stroke={theme.detectionEdge} />,
  newest: (theme) => (
    <path
      d="M-7,-5h14v10h-14Z"
      fill={theme.perimeterFill}
      fill-opacity="0.28"
      stroke={theme.perimeters[0]}
      stroke-width="1.4"
    />
  ),
  older: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill="none" stroke={theme.perimeters[2]} stroke-width="0.8" />
  ),
  sources: (theme) => <path d="M-3.5,-3.5h7v7h-7Z" fill={theme.staticSource} />,
  simulations: (theme) => <circle r="5.5" fill="none" stroke={theme.simulation} stroke-width="2" />,
  others: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill={theme.shape} fill-opacity="0.35" stroke={theme.shape} />
  ),
  area: (theme) => (
    <path d="M-8,0h16" stroke={theme.area} stroke-width="1.5" stroke-dasharray="4 2.5" />
  ),
};
