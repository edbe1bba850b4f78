import { daysInWords } from "@emberline/map-app/answer/words";
import { useEffect, useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import { usePlayground } from "../state/playground.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import type { Field } from "./fields.ts";
import { ageDays, daysIn, type Preset, presetsFor, type TimeShape } from "./periods.ts";

const labels: Readonly<Record<string, string>> = {
  time: "Time",
  before: "Earlier period",
  after: "Later period",
  since: "Since",
  until: "Until",
  time_zone: "Time zone",
};

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...new Set(["UTC", here, ...Intl.supportedValuesOf("timeZone")])];

/** When to look: choices from the data that is loaded, and the fields. */
export function WhenFields(props: FormProps & { readonly fields: readonly Field[] }) {
  const { fields, ...form } = props;
  const { data, status } = usePlayground();
  const shape = shapeOf(fields);
  const { collection, collections } = props.draft.args.value;
  const named = collection ?? (Array.isArray(collections) ? collections[0] : undefined);
  const isOfSimulations = shape === "ends" || named === "simulations";
  const simulation = useLoaded(isOfSimulations ? () => data.newestSimulation() : null);
  const known = status.value && {
    newestMs: status.value.data?.collections.find(({ id, layer }) =>
      named === undefined ? layer === "hotspots" : id === named,
    )?.newestMs,
  };
  const newest = isOfSimulations ? simulation : known ? (known.newestMs ?? null) : undefined;
  return (
    <>
      {newest !== null && <Presets {...form} shape={shape} newestMs={newest} />}
      <div class="side-by-side">
        {shape === "interval" && <Days {...form} />}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            {...form}
            field={field}
            label={labels[field.name]}
            suggest={field.name === "time_zone" ? zones : undefined}
          />
        ))}
      </div>
    </>
  );
}

function shapeOf(fields: readonly Field[]): TimeShape {
  if (fields.some(({ name }) => name === "time")) return "interval";
  return fields.some(({ name }) => name === "after") ? "pair" : "ends";
}

interface PresetsProps extends FormProps {
  readonly shape: TimeShape;
  /** Undefined until it is known. */
  readonly newestMs: number | undefined;
}

function Presets({ shape, draft, newestMs }: PresetsProps) {
  const nowMs = useNow();
  const presets = newestMs === undefined ? [] : presetsFor(shape, newestMs, nowMs);
  const args = draft.args.value;
  const isSet = (preset: Preset) =>
    Object.entries(preset.args).every(([name, value]) => args[name] === value);
  const toggle = (preset: Preset) => {
    const cleared = Object.keys(preset.args).map((name) => [name, undefined]);
    draft.set(isSet(preset) ? Object.fromEntries(cleared) : preset.args);
  };
  const week = presets.find(({ label }) => label.includes("7 days"));
  const offered = daysIn(week?.args.time);
  const age = ageDays(newestMs ?? nowMs, nowMs);
  return (
    <>
      {age > 0 && week && offered && daysIn(args.time) === null && (
        <p class="stale-hint">
          The newest data is {age} {age === 1 ? "day" : "days"} old:{" "}
          <button type="button" class="small" onClick={() => toggle(week)}>
            use {daysInWords(offered[0], offered[1])}
          </button>
        </p>
      )}
      <fieldset class="bar times" aria-label="Times of the data">
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
      </fieldset>
    </>
  );
}

/** The first and the last day of the interval. */
function Days({ draft }: FormProps) {
  const [first, last] = daysIn(draft.args.value.time) ?? ["", ""];
  const day = (id: string, label: string, value: string, onDay: (day: string) => string) => (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={({ currentTarget }) =>
          currentTarget.value && draft.set({ time: onDay(currentTarget.value) })
        }
      />
    </div>
  );
  return (
    <>
      {day("from-day", "From", first, (from) => `${from}/${last > from ? last : from}`)}
      {day("to-day", "To", last, (to) => `${first !== "" && first < to ? first : to}/${to}`)}
    </>
  );
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
