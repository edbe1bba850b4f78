import { useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import type { Collection } from "../server/known-data.ts";
import type { Draft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import type { Field } from "./fields.ts";
import { FieldError, parseValue, printValue } from "./print-value.ts";

interface FieldInputProps extends FormProps {
  readonly field: Field;
  /** Instead of the parameter's name. */
  readonly label?: string;
  /** Shows no description; assistive technology still has it. */
  readonly isBrief?: boolean;
}

/** A parameter with its name, its input, its description and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  // A list of collections needs no explanation.
  const { field, label = field.name, isBrief = field.kind === "collection" } = props;
  return (
    <div class={isBrief ? "field brief" : "field"}>
      <label for={`field-${field.name}`}>
        {label}
        {field.isRequired && <span class="quiet-text"> (required)</span>}
      </label>
      <Control {...props} />
      <FieldNotes {...props} />
    </div>
  );
}

function Control(props: FieldInputProps) {
  const { field, draft } = props;
  const { data } = usePlayground();
  const collections = useLoaded(field.kind === "collection" ? () => data.collections() : null, "");
  const [text, setText] = useFieldText(draft, field);
  const common = {
    id: `field-${field.name}`,
    value: text,
    ...fieldState(props, field),
    onInput: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  switch (field.kind) {
    case "number":
      return <input {...common} type="text" inputMode="decimal" autocomplete="off" />;
    case "choice":
      return (
        <select {...common}>
          <option value="">{field.isRequired ? "Choose …" : "Default"}</option>
          {field.options.map((option) => (
            <option key={option} value={String(option)}>
              {String(option)}
            </option>
          ))}
        </select>
      );
    case "collection":
      return (
        <CollectionChoice {...common} collections={collections} isRequired={field.isRequired} />
      );
    case "list":
      return <textarea {...common} rows={2} placeholder="one per line" spellcheck={false} />;
    case "box":
    case "json":
      return <textarea {...common} rows={3} placeholder="JSON" spellcheck={false} />;
    case "text":
      return (
        <input
          {...common}
          type="text"
          maxLength={field.maxLength}
          autocomplete="off"
          spellcheck={false}
        />
      );
  }
}

interface CollectionChoiceProps {
  /** Undefined while loading, null if the server cannot list them. */
  readonly collections: readonly Collection[] | null | undefined;
  readonly isRequired: boolean;
  readonly id: string;
  readonly value: string;
  readonly onInput: (event: { currentTarget: { value: string } }) => void;
}

/** One of the server's collections; a text input until they are listed. */
function CollectionChoice({ collections, isRequired, ...common }: CollectionChoiceProps) {
  if (!collections || collections.length === 0)
    return <input {...common} type="text" autocomplete="off" spellcheck={false} />;
  const ids = [...collections.map(({ id }) => id), "simulations"];
  const isOther = common.value !== "" && !ids.includes(common.value);
  return (
    <select {...common}>
      <option value="">{isRequired ? "Choose …" : "Default"}</option>
      {/* A link may name a collection that the server does not have; its error says so. */}
      {isOther && <option value={common.value}>{common.value}</option>}
      {collections.map(({ id, title }) => (
        <option key={id} value={id}>
          {title === "" ? id : `${title} · ${id}`}
        </option>
      ))}
      <option value="simulations">Fire-spread simulations · simulations</option>
    </select>
  );
}

/** What is wrong with a field, and its description; its control is described by both. */
export function FieldNotes({ field, draft }: FormProps & { readonly field: Field }) {
  const sentence = draft.mistakes.value[field.name]?.sentence;
  return (
    <>
      {sentence && (
        <p id={mistakeId(field.name)} class="field-mistake">
          {sentence}
        </p>
      )}
      {field.description !== "" && (
        <small id={descriptionId(field.name)}>{field.description}</small>
      )}
    </>
  );
}

/** What all parts of a form get. */
export interface FormProps {
  readonly draft: Draft;
  /** The parameter that the last call failed for. */
  readonly faulty: string | null;
}

/** The element that says why the last call failed. */
export const callErrorId = "call-error";

function descriptionId(name: string): string {
  return `description-${name}`;
}

function mistakeId(name: string): string {
  return `mistake-${name}`;
}

/** What assistive technology learns about a field: required, wrong, and by which texts. */
export function fieldState({ draft, faulty }: FormProps, field: Field) {
  const hasMistake = draft.mistakes.value[field.name] !== undefined;
  const isFaulty = faulty === field.name;
  const texts = [
    hasMistake ? mistakeId(field.name) : null,
    isFaulty ? callErrorId : null,
    field.description === "" ? null : descriptionId(field.name),
  ].filter((id) => id !== null);
  return {
    name: field.name,
    "aria-required": field.isRequired || undefined,
    "aria-invalid": hasMistake || isFaulty || undefined,
    "aria-describedby": texts.length > 0 ? texts.join(" ") : undefined,
  };
}

/**
 * The text of a field, kept as it is typed ("1." is not rewritten to "1"), until another hand
 * changes the argument: JSON, a link, a candidate.
 */
export function useFieldText(draft: Draft, field: Field) {
  const { name } = field;
  const value = draft.args.value[name];
  const mistake = draft.mistakes.value[name];
  const [typed, setTyped] = useState("");
  const text = mistake?.text ?? (means(field, typed, value) ? typed : printValue(field, value));
  const setText = (given: string) => {
    setTyped(given);
    try {
      draft.set({ [name]: parseValue(field, given) });
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      draft.refuse(name, { text: given, sentence: error.message });
    }
  };
  return [text, setText] as const;
}

function means(field: Field, text: string, value: unknown): boolean {
  try {
    return JSON.stringify(parseValue(field, text)) === JSON.stringify(value);
  } catch {
    return false;
  }
}
