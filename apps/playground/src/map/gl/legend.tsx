import type { ComponentChildren } from "preact";
import { ageTones } from "../age.ts";
import type { AnswerFeatures, Tone } from "../features.ts";
import type { Subject } from "../subject.ts";
import { MarkShape } from "./mark-shape.tsx";

const names: Record<Subject, string> = {
  hotspot: "hotspot",
  perimeter: "perimeter",
  source: "static heat source",
  simulation: "simulation",
  place: "place",
};

/** The legend of the symbols on the map. */
export function Legend({ features, ages }: AnswerFeatures) {
  const points = features.filter(({ kind }) => kind === "point");
  const tones = new Set<Tone>(points.map(({ tone }) => tone));
  const byAge = ageTones.filter((tone) => tones.has(tone));
  const has = (kind: string) => features.some((each) => each.kind === kind);
  const outlined = features.find(({ kind }) => kind === "shape");
  const boxed = features.find(({ kind }) => kind === "box");
  return (
    <ul class="legend" aria-label="Legend">
      {(Object.keys(names) as Subject[])
        .filter((subject) => tones.has(subject))
        .map((subject) => (
          <Entry key={subject} text={names[subject]}>
            <MarkShape x={8} y={8} subject={subject} tone={subject} radiusPx={5} />
          </Entry>
        ))}
      {byAge.map((tone) => (
        <Entry key={tone} text={`hotspot ${ages.labels[ageTones.indexOf(tone)]} old`}>
          <MarkShape x={8} y={8} subject="hotspot" tone={tone} radiusPx={5} />
        </Entry>
      ))}
      {outlined && (
        <Entry text={`outline (${names[outlined.subject]})`}>
          <path class={`map-shape tone-${outlined.tone}`} d="M2,2 H14 V14 H2 Z" />
        </Entry>
      )}
      {boxed && (
        <Entry
          text={boxed.share > 0 ? "cell, more opaque for higher counts" : "box around an outline"}
        >
          <path class={`map-box tone-${boxed.tone}`} d="M1,3 H15 V13 H1 Z" />
        </Entry>
      )}
      {has("area") && (
        <Entry text="requested area">
          <path class="map-area tone-area" d="M0,8 H16" />
        </Entry>
      )}
      {byAge.length > 0 && ages.asOfMs !== null && <li>ages at {toMinute(ages.asOfMs)}</li>}
    </ul>
  );
}

function Entry({ text, children }: { text: string; children: ComponentChildren }) {
  return (
    <li>
      <svg width="16" height="16" aria-hidden="true">
        {children}
      </svg>
      {text}
    </li>
  );
}

function toMinute(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
