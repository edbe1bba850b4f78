import type { JsonObject } from "@emberline/map-app/answer/json";
import { type Area, areaOf, argumentsOf } from "@emberline/map-app/content/map-state";
import { useEffect, useState } from "preact/hooks";
import { changeDraft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import type { Field } from "./fields.ts";

interface Way {
  readonly label: string;
  /** Its parameters, the one that every tool of this way has first. */
  readonly names: readonly string[];
  /** What can be drawn on the map instead. */
  readonly draws?: Area["kind"];
}

/** The ways to say where. */
const ways: readonly Way[] = [
  { label: "Anywhere", names: [] },
  { label: "Place", names: ["near", "lat", "lon", "radius_km"], draws: "circle" },
  { label: "Area by name", names: ["within"] },
  { label: "Box", names: ["bbox"], draws: "box" },
  { label: "Inside a fire", names: ["fire", "radius_km"] },
];
const areaNames = ways.flatMap(({ names }) => names);

const labels: Readonly<Record<string, string>> = {
  near: "Place",
  lat: "Latitude",
  lon: "Longitude",
  radius_km: "Radius, km",
  within: "Area",
  bbox: "Box: west, south, east, north",
  fire: "Fire",
};

const suggested = { near: "place", within: "area", fire: "fire" } as const;

/** Where to look: one of several ways, and its fields; the map shows the same. */
export function WhereFields(props: FormProps & { readonly fields: readonly Field[] }) {
  const { fields, ...form } = props;
  const { draft } = props;
  const args = draft.value;
  const given = (name: string) => args[name] !== undefined;
  const found = ways.find(({ names }) => names.some((name) => name !== "radius_km" && given(name)));
  const [chosen, setChosen] = useState(ways[0]!);
  // A field that is being emptied stays.
  useEffect(() => {
    if (found) setChosen(found);
  }, [found]);
  const way = found ?? chosen;
  useMirror(args);

  const choose = (wanted: Way) => {
    setChosen(wanted);
    const others = areaNames.filter((name) => !wanted.names.includes(name));
    changeDraft(draft, Object.fromEntries(others.map((name) => [name, undefined])));
  };
  const offered = ways.filter(
    ({ names: [first] }) => first === undefined || fields.some(({ name }) => name === first),
  );
  // A position is one text, or the two numbers that a link or JSON gave.
  const shown = fields.filter(
    ({ name }) => way.names.includes(name) && (!/^l(on|at)$/.test(name) || given(name)),
  );
  return (
    <>
      <div class="bar area-kinds" role="radiogroup" aria-label="Where">
        {offered.map((each) => (
          <label key={each.label} class="chip">
            <input
              type="radio"
              name="area-kind"
              class="visually-hidden"
              checked={each === way}
              onChange={() => choose(each)}
            />
            {each.label}
          </label>
        ))}
      </div>
      <div class="side-by-side">
        {shown.map((field) => (
          <FieldInput
            key={field.name}
            {...form}
            field={field}
            label={labels[field.name]}
            isBrief={/^(lon|lat|radius_km)$/.test(field.name)}
            suggest={suggested[field.name as keyof typeof suggested]}
          />
        ))}
      </div>
      {way.draws && <DrawButton draft={draft} kind={way.draws} />}
    </>
  );
}

/** Lets the person draw the area on the map; pressed again, gives up. */
function DrawButton({ draft, kind }: Pick<FormProps, "draft"> & { readonly kind: Area["kind"] }) {
  const { map } = usePlayground();
  const drawing = map.drawing.value?.kind === kind ? map.drawing.value : null;
  const draw = () => {
    map.drawing.value = {
      kind,
      done(area) {
        map.drawing.value = null;
        if (area) changeDraft(draft, { lon: undefined, lat: undefined, ...argumentsOf(area) });
      },
    };
  };
  return (
    <button
      type="button"
      class="start"
      aria-pressed={drawing !== null}
      onClick={drawing ? () => drawing.done(null) : draw}
    >
      {drawing ? "Stop drawing" : `Draw the ${kind} on the map`}
    </button>
  );
}

/** Shows the area of the arguments on the map, as long as the form is shown. */
function useMirror(args: JsonObject): void {
  const { edited } = usePlayground().map;
  const area = areaOf(args);
  useEffect(() => {
    edited.value = area;
  }, [JSON.stringify(area)]);
  useEffect(
    () => () => {
      edited.value = null;
    },
    [edited],
  );
}
