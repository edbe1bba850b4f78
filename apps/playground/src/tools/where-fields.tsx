import { isBbox } from "@emberline/geo";
import { useEffect, useState } from "preact/hooks";
import { isObject, type JsonObject } from "../common/json.ts";
import type { KnownData } from "../server/known-data.ts";
import type { Area } from "../state/map-state.ts";
import { usePlayground } from "../state/playground.ts";
import {
  type AreaKind,
  areaLabels,
  areaOf,
  argumentsOf,
  fits,
  kindOf,
  kindsFor,
  radiusOf,
  withoutOthers,
} from "./area-arguments.ts";
import { FieldInput, FieldNotes, type FormProps, fieldState } from "./field-input.tsx";
import type { Field } from "./fields.ts";
import { NameInput } from "./name-input.tsx";
import { FieldError, toNumber } from "./print-value.ts";

interface WhereFieldsProps extends FormProps {
  readonly fields: readonly Field[];
}

/** Where to look: one of several ways, and its fields; the map shows the same. */
export function WhereFields(props: WhereFieldsProps) {
  const { fields, draft } = props;
  const args = draft.args.value;
  const [chosen, setChosen] = useState<AreaKind | null>(null);
  const kind = chosen && fits(chosen, args) ? chosen : (kindOf(args) ?? chosen ?? "anywhere");
  useMirror(args);

  const choose = (wanted: AreaKind) => {
    setChosen(wanted);
    draft.set(withoutOthers(wanted, args));
  };
  const kinds = kindsFor(new Set(fields.map(({ name }) => name)));
  return (
    <>
      <div class="area-kinds" role="radiogroup" aria-label="Where">
        {kinds.map((each) => (
          <label key={each} class="chip">
            <input
              type="radio"
              name="area-kind"
              class="visually-hidden"
              checked={each === kind}
              onChange={() => choose(each)}
            />
            {areaLabels[each]}
          </label>
        ))}
      </div>
      <AreaFields {...props} kind={kind} />
    </>
  );
}

function AreaFields({ kind, ...props }: WhereFieldsProps & { readonly kind: AreaKind }) {
  const field = (name: string) => props.fields.find((each) => each.name === name)!;
  const radius = (label: string) =>
    props.fields.some(({ name }) => name === "radius_km") && (
      <FieldInput {...props} field={field("radius_km")} label={label} isBrief />
    );
  switch (kind) {
    case "place":
      return (
        <div class="side-by-side">
          <NameInput {...props} field={field("near")} kind="place" label="Place" />
          {radius("Radius, km")}
        </div>
      );
    case "area":
      return <NameInput {...props} field={field("within")} kind="area" label="Area" />;
    case "box":
      return (
        <>
          <BoxInput {...props} field={field("bbox")} />
          <DrawButton {...props} kind="box" />
        </>
      );
    case "circle":
      return (
        <>
          <div class="side-by-side">
            <Center {...props} />
            {radius("Radius, km")}
          </div>
          <DrawButton {...props} kind="circle" />
        </>
      );
    case "fire":
      return (
        <div class="side-by-side">
          <NameInput {...props} field={field("fire")} kind="fire" label="Fire" />
          {radius("Radius, km")}
        </div>
      );
    default:
      return null;
  }
}

/** A position as one text, or as the two numbers that a link or JSON gave. */
function Center(props: WhereFieldsProps) {
  const args = props.draft.args.value;
  const named = (name: string) => props.fields.find((each) => each.name === name);
  const [lat, lon, near] = [named("lat"), named("lon"), named("near")];
  if (lat && lon && (args.lon !== undefined || args.lat !== undefined)) {
    return (
      <div class="side-by-side">
        <FieldInput {...props} field={lat} label="Latitude" isBrief />
        <FieldInput {...props} field={lon} label="Longitude" isBrief />
      </div>
    );
  }
  return near ? <FieldInput {...props} field={near} label="Centre: latitude, longitude" /> : null;
}

/** Lets the person draw the area on the map; pressed again, gives up. */
function DrawButton({ draft, kind }: WhereFieldsProps & { readonly kind: "box" | "circle" }) {
  const { map } = usePlayground();
  const isDrawing = map.drawing.value?.kind === kind;
  const draw = () => {
    map.drawing.value = {
      kind,
      done(area) {
        map.drawing.value = null;
        if (area) draft.set(argumentsOf(area));
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

const corners = ["west", "south", "east", "north"] as const;

/** Four numbers of a box, in degrees. */
function BoxInput(props: FormProps & { readonly field: Field }) {
  const { draft, field } = props;
  const value = draft.args.value[field.name];
  const given = Array.isArray(value) ? flat(value) : null;
  const [typed, setTyped] = useState<readonly string[]>(["", "", "", ""]);
  const mistake = draft.mistakes.value[field.name];
  const isTyped = mistake || given === null || typed.every((text, i) => Number(text) === given[i]);
  const texts = isTyped ? typed : given.map(String);

  const setText = (at: number, text: string) => {
    const next = texts.map((each, i) => (i === at ? text.trim() : each));
    setTyped(next);
    if (next.every((each) => each === "")) return draft.set({ [field.name]: undefined });
    try {
      if (next.includes(""))
        throw new FieldError(`${field.name} needs four numbers: west, south, east and north.`);
      draft.set({ [field.name]: next.map((each) => toNumber(field.name, each)) });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      draft.refuse(field.name, { text: next.join(","), sentence: error.message });
    }
  };
  const { name, ...state } = fieldState(props, field);
  return (
    <fieldset class="field box-input">
      <legend>Box, degrees</legend>
      <div class="corners">
        {corners.map((corner, i) => (
          <label key={corner}>
            {corner}
            <input
              {...state}
              id={i === 0 ? `field-${name}` : undefined}
              type="text"
              inputMode="decimal"
              autocomplete="off"
              value={texts[i]}
              onInput={(event) => setText(i, event.currentTarget.value)}
            />
          </label>
        ))}
      </div>
      <FieldNotes {...props} />
    </fieldset>
  );
}

/** Without heights. */
function flat(values: readonly unknown[]): readonly unknown[] {
  return isBbox(values) && values.length === 6
    ? [values[0], values[1], values[3], values[4]]
    : values.slice(0, 4);
}

/** Nobody has finished a name sooner. */
const pauseMs = 400;

/** Shows the area of the arguments on the map, as long as the form is shown. */
function useMirror(args: JsonObject): void {
  const { map, data } = usePlayground();
  const { near, lon, lat, radius_km, bbox, within, fire } = args;
  const key = JSON.stringify([near, lon, lat, radius_km, bbox, within, fire]);
  useEffect(() => {
    const area = areaOf(args);
    map.edited.value = area;
    if (area || (near ?? within ?? fire) === undefined) return;
    const end = new AbortController();
    const timer = setTimeout(async () => {
      const found = await areaByName(args, data);
      if (!end.signal.aborted) map.edited.value = found;
    }, pauseMs);
    return () => {
      end.abort();
      clearTimeout(timer);
    };
  }, [key]);
  useEffect(
    () => () => {
      map.edited.value = null;
    },
    [],
  );
}

/** The circle around the only place of a name, or the box of an area or a fire. */
async function areaByName(args: JsonObject, data: KnownData): Promise<Area | null> {
  if (typeof args.near === "string") {
    const places = await data.positions(args.near);
    const place = places?.length === 1 ? places[0] : undefined;
    return place ? { kind: "circle", center: place.position, radiusKm: radiusOf(args) } : null;
  }
  const area = await data.areaOf(
    args.within === undefined ? { fire: args.fire } : { within: args.within },
  );
  const bbox = isObject(area) ? area.bbox : null;
  return isBbox(bbox) ? { kind: "box", bbox } : null;
}
