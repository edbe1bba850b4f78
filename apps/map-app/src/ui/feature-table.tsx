import type { Features, MapFeature } from "../features/features.ts";
import { type Format, nameOf, positionText, timeMsOf } from "./words.ts";

const maxRows = 100;

interface Props {
  readonly features: Features;
  readonly format: Format;
  onPick(feature: MapFeature): void;
}

/** The map as text: fires first, then what was seen last. */
export function FeatureTable({ features, format, onPick }: Props) {
  const newestFirst = (a: MapFeature, b: MapFeature) => (timeMsOf(b) ?? 0) - (timeMsOf(a) ?? 0);
  const { perimeters, detections, simulations, sources, others } = features;
  const all: readonly MapFeature[] = [
    ...[...perimeters].sort(newestFirst),
    ...simulations,
    ...[...detections].sort(newestFirst),
    ...sources,
    ...others,
  ];
  const rows = all.slice(0, maxRows);
  return (
    <details class="table">
      <summary>The map as a table</summary>
      <p class="quiet">
        {rows.length < all.length
          ? `${format.count(rows.length)} of ${format.count(all.length)} features: perimeters and simulations, then the newest detections.`
          : `${format.count(all.length)} features.`}
      </p>
      {/* A scrolling region is reached by keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: see above */}
      <section class="scroll" aria-label="Features on the map" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col">Time</th>
              <th scope="col">Position</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((feature) => (
              <Row
                key={`${feature.layer} ${feature.id}`}
                feature={feature}
                format={format}
                onPick={onPick}
              />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function Row({ feature, format, onPick }: Omit<Props, "features"> & { feature: MapFeature }) {
  const timeMs = timeMsOf(feature);
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" onClick={() => onPick(feature)}>
          {nameOf(feature)}
        </button>
      </th>
      <td>{timeMs === null ? "" : format.time(timeMs)}</td>
      <td>{"position" in feature ? positionText(feature.position) : ""}</td>
    </tr>
  );
}
