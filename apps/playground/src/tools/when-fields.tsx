import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import type { Days } from "../server/known-data.ts";
import type { Draft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import {
  FieldInput,
  FieldNotes,
  type FormProps,
  fieldState,
  useFieldText,
} from "./field-input.tsx";
import type { Field } from "./fields.ts";
import { FromTo } from "./from-to.tsx";
import { Histogram } from "./histogram.tsx";
import {
  ageDays,
  argumentsOf,
  type DayRange,
  type Preset,
  presetsFor,
  printDays,
  rangeOf,
  shapeOf,
  type TimeShape,
} from "./periods.ts";

interface WhenFieldsProps extends FormProps {
  readonly fields: readonly Field[];
}

const labels: Readonly<Record<string, string>> = {
  time: "Time",
  before: "Earlier period",
  after: "Later period",
  since: "Since",
  until: "Until",
};

/** When to look: choices from the data that is loaded, its histogram, and the fields. */
export function WhenFields(props: WhenFieldsProps) {
  const { fields, draft } = props;
  const { data } = usePlayground();
  const shape = shapeOf(new Set(fields.map(({ name }) => name)));
  const collection = useCollection(draft, shape);
  const days = useLoaded(collection === null ? null : () => data.days(collection), `${collection}`);
  const zone = fields.find(({ name }) => name === "time_zone");
  return (
    <>
      {days === undefined && collection !== null && (
        <p class="days-loading quiet-text">Reading on which days there is data …</p>
      )}
      {days && days.counts.length > 0 && <Choices {...props} shape={shape} days={days} />}
      <div class="side-by-side">
        {fields
          .filter(({ name }) => name !== "time_zone")
          .map((field) => (
            <FieldInput
              key={field.name}
              {...props}
              field={field}
              label={labels[field.name] ?? field.name}
            />
          ))}
        {zone && <ZoneInput {...props} field={zone} />}
      </div>
    </>
  );
}

interface ChoicesProps extends WhenFieldsProps {
  readonly shape: TimeShape;
  readonly days: Days;
}

function Choices({ shape, draft, days }: ChoicesProps) {
  const [isCustom, setCustom] = useState(false);
  const nowMs = useNow();
  const presets = presetsFor(shape, days, nowMs);
  const args = draft.args.value;
  const isSet = (preset: Preset) =>
    Object.entries(preset.args).every(([name, value]) => args[name] === value);
  const toggle = (preset: Preset) =>
    draft.set(isSet(preset) ? cleared(preset) : { ...preset.args });
  const range = rangeOf(shape, args);
  const setRange = ([first, last]: DayRange) =>
    draft.set({ ...argumentsOf(shape, first === last ? first : `${first}/${last}`) });
  const week = presets.find(({ label }) => label.includes("7 days"));
  const age = ageDays(days, nowMs);
  const offered = week && rangeOf(shape, week.args);
  return (
    <>
      {age > 0 && week && offered && !isSet(week) && range === null && (
        <p class="stale-hint">
          The newest data is {age} {age === 1 ? "day" : "days"} old:{" "}
          <button type="button" class="small" onClick={() => toggle(week)}>
            use {printDays(offered)}
          </button>
        </p>
      )}
      <fieldset class="bar" aria-label="Times of the data">
        {presets.map((preset) => (
          <button
            key={preset.label}
            type="button"
            class="chip"
            aria-pressed={isSet(preset)}
            onClick={() => toggle(preset)}
          >
            {preset.label}
          </button>
        ))}
        {shape !== "pair" && (
          <button
            type="button"
            class="chip"
            aria-expanded={isCustom}
            onClick={() => setCustom(!isCustom)}
          >
            Custom
          </button>
        )}
      </fieldset>
      <Histogram days={days} range={range} onRange={setRange} />
      {isCustom && <FromTo days={days} range={range} onRange={setRange} />}
    </>
  );
}

function cleared({ args }: Preset) {
  return Object.fromEntries(Object.keys(args).map((name) => [name, undefined]));
}

const minuteMs = 60_000;

/** The clock, to the minute: a page may be open for days. */
function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** The collection whose days help to choose a time; detections, if the tool asks for none. */
function useCollection(draft: Draft, shape: TimeShape): string | null {
  const { data } = usePlayground();
  const listed = useLoaded(() => data.collections(), "");
  const { collection, collections } = draft.args.value;
  const named = collection ?? (Array.isArray(collections) ? collections[0] : undefined);
  if (typeof named === "string") return named;
  if (shape === "ends") return "simulations";
  return (listed?.find(({ id }) => id.includes("hotspot")) ?? listed?.[0])?.id ?? null;
}

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...new Set(["UTC", here, ...Intl.supportedValuesOf("timeZone")])];

/** A time zone; the browser knows their names. */
function ZoneInput(props: FormProps & { readonly field: Field }) {
  const [text, setText] = useFieldText(props.draft, props.field);
  const { name } = props.field;
  return (
    <div class="field">
      <label for={`field-${name}`}>Time zone</label>
      <input
        id={`field-${name}`}
        type="text"
        list="time-zones"
        placeholder="UTC"
        autocomplete="off"
        spellcheck={false}
        value={text}
        {...fieldState(props, props.field)}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <FieldNotes {...props} />
    </div>
  );
}
