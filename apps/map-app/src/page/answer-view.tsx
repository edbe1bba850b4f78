import type { Rect } from "@emberline/map";
import { useEffect, useMemo } from "preact/hooks";
import type { Shown } from "../answer/arguments.ts";
import type { JsonObject } from "../answer/json.ts";
import { LightMap } from "../canvas/light-map.tsx";
import { type Drawable, isMark } from "../content/content.ts";
import { comparedText, createFormat, isNone, noneText } from "../content/feature-words.ts";
import { MapModel } from "../content/map-model.ts";
import { createMapState } from "../content/map-state.ts";
import type { CallTool } from "../content/read-layer.ts";
import type { Host } from "../host/host.ts";
import { MapFrame } from "../ui/map-frame.tsx";
import { TimeBar } from "../ui/time-bar.tsx";
import { AskBar } from "./ask-bar.tsx";
import { FeatureTable } from "./feature-table.tsx";
import { inViewOf, questionAbout, questionAboutFeature, useHost, useTell } from "./question.ts";

interface Props {
  readonly shown: Shown;
  readonly answer: JsonObject;
  readonly host: Host;
  /** The coarse world, packed. */
  readonly world: string;
  /** Null if the host does not pass calls on. */
  readonly call: CallTool | null;
}

/** No other call has it: the page shows one. */
const callId = 1;
/** Wide enough for the legend beside the map's middle. */
const wideEnough = "(min-width: 640px)";

/** The map of an answer, with everything around it. */
export function AnswerView({ shown, answer, host, world, call }: Props) {
  const { context, can } = useHost(host);
  const { locale, timeZone, displayMode } = context;
  const format = useMemo(() => createFormat(locale, timeZone), [locale, timeZone]);
  const state = useMemo(createMapState, []);
  const model = useMemo(() => new MapModel(call, state), [call, state]);
  useEffect(() => {
    model.showAnswer({ id: callId, tool: shown.tool, args: shown.given, isLinked: false }, answer);
  }, [model, shown, answer]);
  useEffect(() => () => model.close(), [model]);
  const { read } = model.content.value;
  useTell(host, model, state);
  const isFullscreen = displayMode === "fullscreen";
  const actions = (drawable: Drawable) => {
    const about = isMark(drawable) ? null : questionAboutFeature(drawable);
    return (
      about !== null &&
      can.ask && (
        <button type="button" onClick={() => void host.ask(about).catch(() => {})}>
          Ask about this
        </button>
      )
    );
  };
  return (
    <main class="page">
      <header>
        <h1>{shown.title}</h1>
        <p class="quiet-text">{shown.headline}</p>
      </header>
      <MapFrame
        {...{ model, state, format }}
        start={null}
        areLayersOpen={matchMedia(wideEnough).matches}
        draw={(props) => <LightMap {...props} {...{ world, takenIn }} isAlone={isFullscreen} />}
        fullscreen={
          can.fullscreen
            ? { isOn: isFullscreen, toggle: () => void host.toggleFullscreen().catch(() => {}) }
            : undefined
        }
        cardActions={actions}
      />
      {can.ask && (
        <AskBar
          onAsk={async (words) => {
            const inView = inViewOf(model);
            return inView !== null && host.ask(questionAbout(words, inView));
          }}
        />
      )}
      <TimeBar {...{ model, format }} />
      <section class="status" aria-label="What is drawn">
        <ul
          class="plain quiet-text"
          aria-live="polite"
          aria-busy={read.some(({ status }) => status === "loading")}
        >
          {call === null && (
            <li>
              This conversation does not let the page load features: the answer above has the facts.
            </li>
          )}
          {read
            .filter((each) => !isNone(each))
            .map((each) => (
              <li key={`${each.layer.id} ${each.layer.time}`}>
                {comparedText(each, shown.tool, format)}{" "}
                {(each.status === "paused" || each.status === "failed") && (
                  <button type="button" class="small" onClick={() => model.more(each.layer)}>
                    {each.status === "paused" ? "Load more" : "Try again"}
                  </button>
                )}
              </li>
            ))}
          {noneText(read) && <li>{noneText(read)}</li>}
        </ul>
      </section>
      {shown.notices.length > 0 && (
        <section class="notice stack" aria-labelledby="notices-heading">
          <h2 id="notices-heading">Notices</h2>
          <ul class="plain stack">
            {shown.notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </section>
      )}
      <FeatureTable
        drawables={model.scene.value.drawables}
        format={format}
        onPick={(drawable) => {
          model.selection.value = { drawables: [drawable], at: 0, place: null };
        }}
      />
      <footer class="quiet-text">
        A detection is a warm pixel at an overpass, not a fire; no detection does not mean safe.
        Basemap: Natural Earth; US states: US Census Bureau (generalised). Place names: GeoNames, CC
        BY 4.0.
      </footer>
    </main>
  );
}

/** Under the buttons of the map, and under its scale. */
function takenIn({ width, height }: Rect): Rect[] {
  return [
    { x: width - 60, y: 0, width: 60, height: 240 },
    { x: 0, y: height - 60, width: 240, height: 60 },
  ];
}
