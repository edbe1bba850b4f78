import { daysInWords } from "@emberline/map-app/answer/words";
import { changeDraft } from "../state/desk.ts";
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
  const named = collectionOf(draft.value);
  const collections = usePlayground().status.value?.data?.collections ?? [];
  const asked = collections.find(({ id, layer }) =>
    named === undefined ? layer === "hotspots" : id === named,
  );
  return (
    <>
      {shape && asked?.newestMs != null && (
        <Presets draft={draft} shape={shape} newestMs={asked.newestMs} />
      )}
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

/** Null for times that are not those of a collection. */
function shapeOf(fields: readonly Field[]): TimeShape | null {
  if (fields.some(({ name }) => name === "time")) return "interval";
  return fields.some(({ name }) => name === "after") ? "pair" : null;
}

interface PresetsProps extends Pick<FormProps, "draft"> {
  readonly shape: TimeShape;
  readonly newestMs: number;
}

function Presets({ shape, draft, newestMs }: PresetsProps) {
  const nowMs = Date.now();
  const presets = presetsFor(shape, newestMs, nowMs);
  const args = draft.value;
  const isSet = (preset: Preset) =>
    Object.entries(preset.args).every(([name, value]) => args[name] === value);
  const toggle = (preset: Preset) => {
    const cleared = Object.keys(preset.args).map((name) => [name, undefined]);
    changeDraft(draft, isSet(preset) ? Object.fromEntries(cleared) : preset.args);
  };
  const week = presets.find(({ label }) => label.includes("7 days"));
  const offered = daysIn(week?.args.time);
  const age = ageDays(newestMs, nowMs);
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
