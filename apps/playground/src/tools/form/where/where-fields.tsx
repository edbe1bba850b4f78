import { useState } from "preact/hooks";
import { usePlayground } from "../../../state/playground.ts";
import { FieldInput } from "../field-input.tsx";
import type { Field } from "../fields.ts";
import type { FormProps } from "../form-props.ts";
import { NameInput } from "../name-input.tsx";
import {
  type AreaKind,
  areaLabels,
  argumentsOf,
  fits,
  kindOf,
  kindsFor,
  withoutOthers,
} from "./area-arguments.ts";
import { BoxInput } from "./box-input.tsx";
import { useMirror } from "./use-mirror.ts";

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
