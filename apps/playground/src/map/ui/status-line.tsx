import { comparedText, type Format, isNone } from "@emberline/map-app";
import type { MapModel } from "../map-model.ts";

/** What of the answer's features the page has read for its map. */
export function StatusLine({ model, format }: { model: MapModel; format: Format }) {
  const { callId, read } = model.content.value;
  const told = read.filter((each) => !isNone(each));
  if (told.length === 0) return null;
  const isBusy = read.some(({ status }) => status === "loading");
  return (
    <div class="map-status" aria-busy={isBusy}>
      {callId !== null && <strong>Read for the map, not sent to the model</strong>}
      {callId === null && <strong>The newest week of the data</strong>}
      <ul>
        {told.map((each) => (
          <li key={each.layer.id}>{comparedText(each, "assess_location", format)}</li>
        ))}
      </ul>
    </div>
  );
}
