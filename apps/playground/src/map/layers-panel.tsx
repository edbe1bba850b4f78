import type { Theme } from "@emberline/map";
import {
  comparedText,
  DetectionLegends,
  type Format,
  LayerList,
  type LayerState,
  Legend,
  layerSymbols,
} from "@emberline/map-app";
import type { ComponentChildren } from "preact";
import { changeColor, choicesOf, type LayerName } from "./content/layers.ts";
import type { MapModel } from "./content/map-model.ts";
import { currentTheme } from "./content/palette.ts";

/** The layers to turn on and off, and what the symbols mean. */
export function LayersPanel({ model, format }: { model: MapModel; format: Format }) {
  const { content, layersOn, ages } = model;
  const theme = currentTheme();
  const choices = choicesOf(content.value);
  const has = (name: LayerName) => choices.some((each) => each.name === name);
  const isRead = content.value.callId !== null && content.value.read.length > 0;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <section class="map-layers" id="map-layers" aria-label="Layers and legend" tabIndex={0}>
      <fieldset>
        <LayerList
          {...{ choices, format }}
          on={layersOn.value}
          symbolOf={(name) => symbols[name](theme)}
          onChange={(on) => {
            layersOn.value = on;
          }}
        />
        {choices.length === 0 && <p class="quiet-text">Nothing is on the map yet.</p>}
      </fieldset>
      {isRead && (
        <div class="legend">
          <p>Read for the map, not sent to the model</p>
          <ul class="map-read">
            {content.value.read.map((each) => (
              <li key={each.layer.id}>{comparedText(each, "assess_location", format)}</li>
            ))}
          </ul>
        </div>
      )}
      <DetectionLegends
        {...{ theme, format }}
        ages={ages.value}
        hasDetections={has("detections")}
      />
      {has("changes") && (
        <Legend
          title="Between the periods"
          entries={[
            ["new", symbols.changes(theme)],
            [
              "continuing",
              <path key="mark" d="M0,-7 7,0 0,7-7,0Z" fill={changeColor("continuing", theme)} />,
            ],
            [
              "not seen again",
              <path key="mark" d="M0,6 6,-5H-6Z" fill={changeColor("ended", theme)} />,
            ],
          ]}
        />
      )}
      <p class="quiet-text">Coasts, borders, lakes and rivers are generalised.</p>
    </section>
  );
}

const symbols: Readonly<Record<LayerName, (theme: Theme) => ComponentChildren>> = {
  ...layerSymbols,
  groups: (theme) => (
    <circle r="6" fill={theme.shape} fill-opacity="0.25" stroke={theme.shape} stroke-width="1.6" />
  ),
  changes: (theme) => <path d="M0,-6 6,5H-6Z" fill={changeColor("new", theme)} />,
  places: (theme) => <path d="M0,-5 5,0 0,5-5,0Z" fill={theme.shape} />,
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
