import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { objectOf } from "../answer/json.ts";
import { cardFacts, type Fact } from "../content/card-words.ts";
import { type Drawable, isMark, type Row, titleOf } from "../content/content.ts";
import type { Format } from "../content/feature-words.ts";
import type { MapModel } from "../content/map-model.ts";
import type { CardSide } from "../content/map-props.ts";
import type { CallTool } from "../content/read-layer.ts";
import { useEscape, useLoaded } from "./hooks.ts";
import { Icon } from "./icon.tsx";

interface Props {
  readonly model: MapModel;
  readonly format: Format;
  readonly cardSide: ReadonlySignal<CardSide>;
  /** What can be done with a feature, below its facts. */
  readonly actions?: ((drawable: Drawable) => ComponentChildren) | undefined;
}

/** What is chosen on the map: its facts, and the others at the same point. */
export function Card({ model, format, cardSide, actions }: Props) {
  const { selection, content } = model;
  const heading = useRef<HTMLHeadingElement>(null);
  useSignalEffect(() => {
    // A row keeps the focus: only what was chosen on the map takes it.
    if (selection.value?.place) requestAnimationFrame(() => heading.current?.focus());
  });
  useEscape(selection.value !== null, () => {
    const hadFocus = heading.current?.closest("aside")?.contains(document.activeElement);
    selection.value = null;
    if (hadFocus) document.querySelector<HTMLElement>(".maplibregl-canvas, .map-canvas")?.focus();
  });
  const chosen = selection.value;
  const drawable = chosen?.drawables[chosen.at];
  if (!chosen || !drawable) return null;
  const { drawables, at } = chosen;
  const go = (steps: number) => {
    const next = (at + steps + drawables.length) % drawables.length;
    selection.value = { ...chosen, at: next };
  };
  const row = content.value.rows.get(drawable) ?? null;
  return (
    <aside class={`map-card card map-card-${cardSide.value}`} aria-labelledby="map-card-title">
      <header>
        <h2 id="map-card-title" ref={heading} tabIndex={-1}>
          {titleOf(drawable)}
        </h2>
        <button
          type="button"
          class="quiet"
          aria-label="Close the card"
          onClick={() => {
            selection.value = null;
          }}
        >
          <Icon name="close" />
        </button>
      </header>
      {drawables.length > 1 && (
        <div class="bar">
          <button type="button" class="small" aria-label="Previous here" onClick={() => go(-1)}>
            <Icon name="previous" />
          </button>
          <span>
            {at + 1} of {drawables.length} here
          </span>
          <button type="button" class="small" aria-label="Next here" onClick={() => go(1)}>
            <Icon name="next" />
          </button>
        </div>
      )}
      <Facts key={`${at} ${titleOf(drawable)}`} {...{ drawable, row, format }} call={model.call} />
      {!row && !isMark(drawable) && <p class="quiet-text">The model did not get this feature.</p>}
      {actions?.(drawable)}
    </aside>
  );
}

/** What a person opened is short, and may arrive after it was closed. */
const never = new AbortController().signal;

interface FactsProps {
  readonly drawable: Drawable;
  readonly row: Row | null;
  readonly format: Format;
  readonly call: CallTool | null;
}

function Facts({ drawable, row, format, call }: FactsProps) {
  // Simulations have no further properties.
  const id = isMark(drawable) || drawable.kind === "simulation" ? null : drawable.id;
  const asked = isMark(drawable) || id === null ? null : { collection: drawable.layer, id };
  const own = useLoaded(
    asked && call && (async () => objectOf((await call("get_feature", asked, never)).properties)),
    JSON.stringify(asked),
  );
  const { main, more } = cardFacts(drawable, { ...row?.record, ...own }, format);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
    <section class="map-card-facts" aria-label="Properties" tabIndex={0}>
      <FactList facts={main} />
      {own === null && <p class="quiet-text">Its other properties could not be loaded.</p>}
      {more.length > 0 && (
        <details>
          <summary>More</summary>
          <FactList facts={more} />
          {asked && own === undefined && <p class="quiet-text">Loading all properties…</p>}
        </details>
      )}
    </section>
  );
}

function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
