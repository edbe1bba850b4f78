import { daysInWords } from "@emberline/map-app/answer/words";
import { useLoaded } from "../common/use-loaded.ts";
import { changeDraft, type Draft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import { collectionOf, type Field } from "./fields.ts";
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
  const { draft } = props;
  const shape = shapeOf(fields);
  const newestMs = useNewest(draft, shape);
  return (
    <>
      {newestMs !== null && <Presets draft={draft} shape={shape} newestMs={newestMs} />}
      <div class="side-by-side">
        {shape === "interval" && <Days draft={draft} />}
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

/** When the newest data is of that the form asks for; undefined until that is known. */
function useNewest(draft: Draft, shape: TimeShape): number | null | undefined {
  const { data, status } = usePlayground();
  const collection = collectionOf(draft.value);
  const isOfSimulations = shape === "ends" || collection === "simulations";
  const simulation = useLoaded(isOfSimulations ? () => data.newestSimulation() : null);
  if (isOfSimulations || status.value === null) return simulation;
  const asked = status.value.data?.collections.find(({ id, layer }) =>
    collection === undefined ? layer === "hotspots" : id === collection,
  );
  return asked?.newestMs ?? null;
}

interface PresetsProps extends Pick<FormProps, "draft"> {
  readonly shape: TimeShape;
  readonly newestMs: number | undefined;
}

function Presets({ shape, draft, newestMs }: PresetsProps) {
  const nowMs = Date.now();
  const presets = newestMs === undefined ? [] : presetsFor(shape, newestMs, nowMs);
  const args = draft.value;
  const isSet = (preset: Preset) =>
    Object.entries(preset.args).every(([name, value]) => args[name] === value);
  const toggle = (preset: Preset) => {
    const cleared = Object.keys(preset.args).map((name) => [name, undefined]);
    changeDraft(draft, isSet(preset) ? Object.fromEntries(cleared) : preset.args);
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
function Days({ draft }: Pick<FormProps, "draft">) {
  const [first, last] = daysIn(draft.value.time) ?? ["", ""];
  const day = (label: string, value: string, timeOf: (day: string) => string) => (
    <label class="field">
      {label}
      <input
        type="date"
        value={value}
        onChange={({ currentTarget: { value } }) =>
          value && changeDraft(draft, { time: timeOf(value) })
        }
      />
    </label>
  );
  return (
    <>
      {day("From", first, (from) => `${from}/${last > from ? last : from}`)}
      {day("To", last, (to) => `${first !== "" && first < to ? first : to}/${to}`)}
    </>
  );
}
