import { useEffect, useRef } from "preact/hooks";
import type { MapFeature } from "../features/features.ts";
import type { CallTool } from "../features/layers-store.ts";
import { useDetails } from "./hooks.ts";
import { type Format, nameOf, positionText, timeMsOf } from "./words.ts";

interface Props {
  readonly feature: MapFeature;
  readonly format: Format;
  readonly call: CallTool | null;
  /** Absent if the host takes no messages, or the feature has no plain id. */
  onAsk?: (() => void) | undefined;
  onClose(): void;
}

/** The pinned feature next to the map: what the map knows, then all its properties. */
export function Card({ feature, format, call, onAsk, onClose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const details = useDetails(feature, call);
  useEffect(() => heading.current?.focus(), [feature]);
  return (
    <aside class="card" aria-labelledby="card-heading">
      <div class="card-head">
        <h2 id="card-heading" ref={heading} tabIndex={-1}>
          {nameOf(feature)}
        </h2>
        <button type="button" aria-label="Close the card" onClick={onClose}>
          ✕
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard */}
      <section class="facts" aria-label="Properties" tabIndex={0}>
        <dl>
          {factsOf(feature, format).map(([name, value]) => (
            <Fact key={name} name={name} value={value} />
          ))}
          {details.status === "loaded" &&
            Object.entries(details.properties).map(([name, value]) => (
              <Fact key={`own ${name}`} name={name} value={asText(value)} />
            ))}
        </dl>
      </section>
      {details.status === "loading" && <p class="quiet">Loading all properties…</p>}
      {details.status === "failed" && (
        <p class="quiet">All properties could not be loaded: {details.reason}</p>
      )}
      {onAsk && (
        <button type="button" onClick={onAsk}>
          Ask about this
        </button>
      )}
    </aside>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function factsOf(feature: MapFeature, format: Format): [string, string][] {
  const timeMs = timeMsOf(feature);
  const facts: [string, string | null][] = [
    [
      feature.kind === "simulation" ? "Created" : "Time",
      timeMs === null ? null : format.time(timeMs),
    ],
    ["Position", "position" in feature ? positionText(feature.position) : null],
    ["Category", feature.kind === "source" ? feature.category : null],
    ["Status", feature.kind === "simulation" ? feature.status : null],
    [
      "Forecast until",
      feature.kind === "simulation" && feature.untilMs !== null
        ? format.time(feature.untilMs)
        : null,
    ],
    ["Id", feature.id],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== null);
}

const longestText = 300;

/** Any value of the data as text: it is never markup. */
function asText(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
}
