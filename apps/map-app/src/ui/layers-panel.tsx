import {
  changeStyle,
  type SymbolName,
  strengthLabels,
  strengthRadiiPx,
  symbolCorners,
  type Theme,
} from "@emberline/map";
import type { ComponentChildren } from "preact";
import { comparedText, type Format } from "../content/feature-words.ts";
import { choicesOf, type LayerName } from "../content/layers.ts";
import type { LayerState } from "../content/layers-store.ts";
import type { MapModel } from "../content/map-model.ts";
import { currentTheme } from "../content/palette.ts";

interface Props {
  readonly model: MapModel;
  readonly format: Format;
}

/** The layers to turn on and off, and what the symbols mean. */
export function LayersPanel({ model, format, note }: Props & { note: ComponentChildren }) {
  const { content, layersOn } = model;
  const { labels, asOfMs } = model.ages.value;
  const theme = currentTheme();
  const choices = choicesOf(content.value);
  const has = (name: LayerName) => choices.some((each) => each.name === name);
  const toggle = (name: LayerName) => {
    const next = new Set(layersOn.value);
    if (!next.delete(name)) next.add(name);
    model.chosenLayers.value = next;
  };
  const disc = (radius: number | undefined, age: number) => (
    <circle
      r={radius}
      fill={theme.detections[age]}
      stroke={theme.detectionEdge}
      stroke-width="0.8"
    />
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <section class="map-layers card" id="map-layers" aria-label="Layers and legend" tabIndex={0}>
      <fieldset>
        <legend>Layers</legend>
        {choices.map(({ name, label, count }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={layersOn.value.has(name)}
              onChange={() => toggle(name)}
            />
            <Swatch>{symbols[name](theme)}</Swatch>
            <span>{label}</span>
            {count !== null && <span class="count">{format.count(count)}</span>}
          </label>
        ))}
        {choices.length === 0 && <p class="quiet-text">Nothing is on the map yet.</p>}
      </fieldset>
      {note}
      {asOfMs !== null && (
        <Legend
          title={`Age at ${format.time(asOfMs)}`}
          entries={labels.map((label, step) => [label, disc(4.5, step)])}
        />
      )}
      {has("detections") && (
        <Legend
          title="Fire radiative power"
          entries={strengthLabels.map((label, step) => [label, disc(strengthRadiiPx[step], 1)])}
        />
      )}
      {has("changes") && (
        <Legend
          title="Between the periods"
          entries={[
            ["new", changeSymbol("new", theme)],
            ["continuing", changeSymbol("continuing", theme)],
            ["not seen again", changeSymbol("ended", theme)],
          ]}
        />
      )}
      <p class="quiet-text">Coasts, borders, lakes and rivers are generalised.</p>
    </section>
  );
}

/** The frame of a symbol next to its word. */
function Swatch({ children }: { children: ComponentChildren }) {
  return (
    <svg width="18" height="16" viewBox="-9 -8 18 16" aria-hidden="true">
      {children}
    </svg>
  );
}

interface LegendProps {
  readonly title: string;
  readonly entries: readonly (readonly [label: string, symbol: ComponentChildren])[];
}

/** What symbols mean. */
function Legend({ title, entries }: LegendProps) {
  return (
    <div class="legend">
      <p>{title}</p>
      <ul class="plain" aria-label={title}>
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

/** The symbols of the layers, around 0, 0. */
const symbols: Readonly<Record<LayerName, (theme: Theme) => ComponentChildren>> = {
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
  sources: (theme) => symbol("square", theme.staticSource),
  simulations: (theme) => <circle r="5.5" fill="none" stroke={theme.simulation} stroke-width="2" />,
  others: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill={theme.shape} fill-opacity="0.25" stroke={theme.shape} />
  ),
  groups: (theme) => (
    <circle r="6" fill={theme.shape} fill-opacity="0.25" stroke={theme.shape} stroke-width="1.6" />
  ),
  changes: (theme) => changeSymbol("new", theme),
  places: (theme) => symbol("diamond", theme.shape),
  area: (theme) => (
    <path d="M-8,0h16" stroke={theme.area} stroke-width="1.5" stroke-dasharray="4 2.5" />
  ),
};

function symbol(name: SymbolName, color: string): ComponentChildren {
  const points = symbolCorners[name].map((corner) => corner.map((each) => each * 5.5).join());
  return <polygon points={points.join(" ")} fill={color} />;
}

function changeSymbol(change: Parameters<typeof changeStyle>[0], theme: Theme): ComponentChildren {
  const { as, color } = changeStyle(change, theme);
  return symbol(as, color);
}

/** What was read for the map alone. */
export function ReadNote({ model, format }: Props) {
  const { callId, read } = model.content.value;
  if (callId === null || read.length === 0) return null;
  return (
    <div class="legend">
      <p>Read for the map, not sent to the model</p>
      <ul class="map-read plain">
        {read.map((each) => (
          <li key={`${each.layer.id} ${each.layer.time}`}>
            {comparedText(each, "assess_location", format)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What the map shows, in one line; the panel of layers has the rest. */
export function StatusLine({ model, format }: Props) {
  const { callId, read } = model.content.value;
  if (read.length === 0) return null;
  const stopped = read.find(({ status }) => status === "failed" || status === "paused");
  const isBusy = read.some(({ status }) => status === "loading");
  return (
    <p class="map-status card" aria-busy={isBusy}>
      {callId === null ? `Newest week: ${countsOf(read, format)}` : mainText(read, format)}
      {stopped && (
        <button type="button" class="small" onClick={() => model.more(stopped.layer)}>
          {stopped.status === "paused" ? "Load more" : "Try again"}
        </button>
      )}
    </p>
  );
}

function countsOf(read: readonly LayerState[], format: Format): string {
  return read
    .filter(({ features }) => features.length > 0)
    .map(({ layer, features }) => `${format.count(features.length)} ${layer.kind}`)
    .join(", ");
}

/** What concerns the person most: a failure, or else the detections. */
function mainText(read: readonly LayerState[], format: Format): string {
  const main =
    read.find(({ status }) => status === "failed" || status === "paused") ??
    read.findLast(({ layer }) => layer.kind === "detections") ??
    read.at(-1)!;
  return comparedText(main, "assess_location", format);
}
