import type { JsonObject } from "@emberline/map-app/answer/json";
import { type Area, areaOf, argumentsOf } from "@emberline/map-app/content/map-state";
import { useEffect, useState } from "preact/hooks";
import { usePlayground } from "../state/playground.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import type { Field } from "./fields.ts";

/** The ways to say where; each is some of the parameters. */
const ways = {
  anywhere: { label: "Anywhere", names: [] },
  place: { label: "Place", names: ["near", "lat", "lon", "radius_km"] },
  area: { label: "Area by name", names: ["within"] },
  box: { label: "Box", names: ["bbox"] },
  fire: { label: "Inside a fire", names: ["fire", "radius_km"] },
} as const;

type Way = keyof typeof ways;

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
  const args = draft.args.value;
  const given = (name: string) => args[name] !== undefined || name in draft.mistakes.value;
  const found = wayOf(given);
  const [chosen, setChosen] = useState<Way>("anywhere");
  // A field that is being emptied stays.
  useEffect(() => {
    if (found) setChosen(found);
  }, [found]);
  const way = found ?? chosen;
  useMirror(args);

  const choose = (wanted: Way) => {
    setChosen(wanted);
    const names: readonly string[] = ways[wanted].names;
    const others = Object.values(ways).flatMap((each): readonly string[] => each.names);
    const dropped = others.filter((name) => given(name) && !names.includes(name));
    draft.set(Object.fromEntries(dropped.map((name) => [name, undefined])));
  };
  const names: readonly string[] = ways[way].names;
  // A position is one text, or the two numbers that a link or JSON gave.
  const shown = fields.filter(
    ({ name }) => names.includes(name) && (!/^l(on|at)$/.test(name) || given(name)),
  );
  return (
    <>
      <div class="bar area-kinds" role="radiogroup" aria-label="Where">
        {waysFor(fields).map((each) => (
          <label key={each} class="chip">
            <input
              type="radio"
              name="area-kind"
              class="visually-hidden"
              checked={each === way}
              onChange={() => choose(each)}
            />
            {ways[each].label}
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
      {way === "place" && <DrawButton draft={draft} kind="circle" />}
      {way === "box" && <DrawButton draft={draft} kind="box" />}
    </>
  );
}

/** The way in which arguments say where; null if they do not. */
function wayOf(given: (name: string) => boolean): Way | null {
  if (given("fire")) return "fire";
  if (given("within")) return "area";
  if (given("bbox")) return "box";
  return ["near", "lon", "lat"].some(given) ? "place" : null;
}

/** The ways that a tool with these parameters takes. */
function waysFor(fields: readonly Field[]): Way[] {
  const has = (wanted: string | undefined) => fields.some(({ name }) => name === wanted);
  return (Object.keys(ways) as Way[]).filter(
    (way) => way === "anywhere" || has(ways[way].names[0]),
  );
}

/** Lets the person draw the area on the map; pressed again, gives up. */
function DrawButton({ draft, kind }: Pick<FormProps, "draft"> & { readonly kind: Area["kind"] }) {
  const { map } = usePlayground();
  const isDrawing = map.drawing.value?.kind === kind;
  const draw = () => {
    map.drawing.value = {
      kind,
      done(area) {
        map.drawing.value = null;
        if (area) draft.set({ lon: undefined, lat: undefined, ...argumentsOf(area) });
      },
    };
  };
  const giveUp = () => map.drawing.value?.done(null);
  return (
    <button
      type="button"
      class="draw-area"
      aria-pressed={isDrawing}
      onClick={isDrawing ? giveUp : draw}
    >
      {isDrawing ? "Stop drawing" : `Draw the ${kind} on the map`}
    </button>
  );
}

/** Shows the area of the arguments on the map, as long as the form is shown. */
function useMirror(args: JsonObject): void {
  const { map } = usePlayground();
  const area = areaOf(args);
  useEffect(() => {
    map.edited.value = area;
  }, [JSON.stringify(area)]);
  useEffect(
    () => () => {
      map.edited.value = null;
    },
    [],
  );
}
