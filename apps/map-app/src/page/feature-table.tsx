import { type Drawable, titleOf } from "../content/content.ts";
import { type Format, positionText } from "../content/feature-words.ts";

const maxRows = 100;

interface Props {
  readonly drawables: readonly Drawable[];
  readonly format: Format;
  onPick(drawable: Drawable): void;
}

const order: readonly Drawable["kind"][] = [
  "change",
  "perimeter",
  "group",
  "simulation",
  "detection",
  "source",
  "place",
  "other",
];

/** The map as text: what changed and fires first, then what was seen last. */
export function FeatureTable({ drawables, format, onPick }: Props) {
  const all = [...drawables].sort(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || (b.timeMs ?? 0) - (a.timeMs ?? 0),
  );
  const rows = all.slice(0, maxRows);
  return (
    <details>
      <summary>The map as a table</summary>
      <p class="quiet-text">
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
            {rows.map((drawable, i) => (
              <Row key={i} {...{ drawable, format, onPick }} />
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function Row({ drawable, format, onPick }: Omit<Props, "drawables"> & { drawable: Drawable }) {
  const { timeMs } = drawable;
  return (
    <tr>
      <th scope="row">
        <button type="button" class="link" onClick={() => onPick(drawable)}>
          {titleOf(drawable)}
        </button>
      </th>
      <td>{timeMs === null ? "" : format.time(timeMs)}</td>
      <td>{"position" in drawable ? positionText(drawable.position) : ""}</td>
    </tr>
  );
}
