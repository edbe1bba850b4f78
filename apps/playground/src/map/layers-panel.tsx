import { strengthLabels, strengthRadiiPx, type Theme } from "@emberline/map";
import { comparedText, type Format, type LayerState } from "@emberline/map-app";
import type { ComponentChildren } from "preact";
import type { Content } from "./content/content.ts";
import { changeColor, choicesOf, type LayerName } from "./content/layers.ts";
import type { MapModel } from "./content/map-model.ts";
import { currentTheme } from "./content/palette.ts";

/** The layers to turn on and off, and what the symbols mean. */
export function LayersPanel({ model, format }: { model: MapModel; format: Format }) {
  const { content, layersOn, ages } = model;
  const theme = currentTheme();
  const choices = choicesOf(content.value);
  const toggle = (name: LayerName) => {
    const next = new Set(layersOn.value);
    if (!next.delete(name)) next.add(name);
    layersOn.value = next;
  };
  const { asOfMs, labels } = ages.value;
  const has = (name: LayerName) => choices.some((each) => each.name === name);
  const isRead = content.value.callId !== null && content.value.read.length > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <section class="map-layers" id="map-layers" aria-label="Layers and legend" tabIndex={0}>
      <fieldset>
        <legend>Layers</legend>
        {choices.length === 0 && <p class="quiet-text">Nothing is on the map yet.</p>}
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
      </fieldset>
      {isRead && (
        <div class="map-legend">
          <p>Read for the map, not sent to the model</p>
          <ReadLayers content={content.value} format={format} />
        </div>
      )}
      {asOfMs !== null && (
        <Legend title={`Age at ${format.time(asOfMs)}`}>
          {labels.map((label, step) => (
            <Entry key={label} label={label}>
              <circle r="4.5" fill={theme.detections[step]} stroke={theme.detectionEdge} />
            </Entry>
          ))}
        </Legend>
      )}
      {has("detections") && (
        <Legend title="Fire radiative power">
          {strengthLabels.map((label, step) => (
            <Entry key={label} label={label}>
              <circle
                r={strengthRadiiPx[step]}
                fill={theme.detections[1]}
                stroke={theme.detectionEdge}
              />
            </Entry>
          ))}
        </Legend>
      )}
      {has("changes") && (
        <Legend title="Between the periods">
          <Entry label="new">
            <path d="M0,-6 6,5H-6Z" fill={changeColor("new", theme)} />
          </Entry>
          <Entry label="continuing">
            <path d="M0,-7 7,0 0,7-7,0Z" fill={changeColor("continuing", theme)} />
          </Entry>
          <Entry label="not seen again">
            <path d="M0,6 6,-5H-6Z" fill={changeColor("ended", theme)} />
          </Entry>
        </Legend>
      )}
      <p class="quiet-text">Coasts, borders, lakes and rivers are generalised.</p>
    </section>
  );
}

function Legend({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="map-legend">
      <p>{title}</p>
      <ul aria-label={title}>{children}</ul>
    </div>
  );
}

function Entry({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <li>
      <Swatch>{children}</Swatch>
      {label}
    </li>
  );
}

function Swatch({ children }: { children: ComponentChildren }) {
  return (
    <svg width="18" height="16" viewBox="-9 -8 18 16" aria-hidden="true">
      {children}
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
      stroke-width="1.6"
    />
  ),
  older: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill="none" stroke={theme.perimeters[2]} stroke-width="0.9" />
  ),
  sources: (theme) => <path d="M-4,-4h8v8h-8Z" fill={theme.staticSource} />,
  simulations: (theme) => <circle r="5.5" fill="none" stroke={theme.simulation} stroke-width="2" />,
  others: (theme) => (
    <path d="M-7,-5h14v10h-14Z" fill={theme.shape} fill-opacity="0.15" stroke={theme.shape} />
  ),
  groups: (theme) => (
    <circle r="6" fill={theme.shape} fill-opacity="0.25" stroke={theme.shape} stroke-width="1.6" />
  ),
  changes: (theme) => <path d="M0,-6 6,5H-6Z" fill={changeColor("new", theme)} />,
  places: (theme) => <path d="M0,-5 5,0 0,5-5,0Z" fill={theme.shape} />,
  area: (theme) => (
    <path d="M-8,0h16" stroke={theme.area} stroke-width="1.5" stroke-dasharray="4 2.5" />
  ),
};

/** What the map shows, in one line; the panel of layers has the rest. */
export function StatusLine({ model, format }: { model: MapModel; format: Format }) {
  const { callId, read } = model.content.value;
  if (read.length === 0) return null;
  const stopped = read.find(({ status }) => status === "failed" || status === "paused");
  const isBusy = read.some(({ status }) => status === "loading");
  return (
    <p class="map-status" aria-busy={isBusy}>
      {callId === null ? `Newest week: ${countsOf(read, format)}` : mainText(read, format)}
      {stopped && (
        <button type="button" class="small" onClick={() => model.more(stopped.layer)}>
          {stopped.status === "paused" ? "Load more" : "Try again"}
        </button>
      )}
    </p>
  );
}

/** What the page read for the map of an answer, layer by layer. */
function ReadLayers({ content, format }: { content: Content; format: Format }) {
  return (
    <ul class="map-read">
      {content.read.map((each) => (
        <li key={each.layer.id}>{comparedText(each, "assess_location", format)}</li>
      ))}
    </ul>
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
    read.find(({ layer }) => layer.kind === "detections") ??
    read[0]!;
  return comparedText(main, "assess_location", format);
}
