import { comparedText, type Format, type LayerState } from "@emberline/map-app";
import type { Content } from "../content/content.ts";
import type { MapModel } from "../map-model.ts";

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
export function ReadLayers({ content, format }: { content: Content; format: Format }) {
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
