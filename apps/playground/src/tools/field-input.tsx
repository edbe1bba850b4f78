import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { callErrorId } from "../answer/call-error.tsx";
import type { NameKind } from "../server/known-data.ts";
import type { Draft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import { type Field, FieldError, parseValue, printValue } from "./fields.ts";

/** What all parts of a form get. */
export interface FormProps {
  readonly draft: Draft;
  /** The parameter that the last call failed for. */
  readonly faulty: string | null;
  /** Why it failed, and what may have been meant, to be shown at its field. */
  readonly callError?: ComponentChildren;
}

interface FieldInputProps extends FormProps {
  readonly field: Field;
  /** Instead of the parameter's name. */
  readonly label?: string | undefined;
  /** Shows no description; assistive technology still has it. */
  readonly isBrief?: boolean;
  /** Texts to choose from, or names that the server completes as one types. */
  readonly suggest?: readonly string[] | NameKind | undefined;
}

/** A parameter with its name, its input, its description and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  const { field, draft } = props;
  // A list of collections needs no explanation.
  const { label = field.name, isBrief = field.kind === "collection" } = props;
  const sentence = draft.mistakes.value[field.name]?.sentence;
  return (
    <div class="field">
      <label for={`field-${field.name}`}>
        {label}
        {field.isRequired && <span class="quiet-text"> (required)</span>}
      </label>
      <Control {...props} />
      {props.faulty === field.name && props.callError}
      {sentence && (
        <p id={`mistake-${field.name}`} class="field-mistake">
          {sentence}
        </p>
      )}
      {field.description !== "" && (
        <small id={`description-${field.name}`} class={isBrief ? "visually-hidden" : undefined}>
          {field.description}
        </small>
      )}
    </div>
  );
}

function Control(props: FieldInputProps) {
  const { field, draft, suggest } = props;
  const [text, setText] = useFieldText(draft, field);
  const [asked, setAsked] = useState("");
  const suggested = useSuggestions(suggest, asked);
  const common = {
    id: `field-${field.name}`,
    autocomplete: "off",
    spellcheck: false,
    value: text,
    ...stateOf(props),
    onInput: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setText(value);
      setAsked(value);
    },
  } as const;
  switch (field.kind) {
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
      return <CollectionChoice {...common} isRequired={field.isRequired} />;
    case "list":
      return <textarea {...common} rows={2} placeholder="one per line" />;
    case "filter":
      return <textarea {...common} class="mono" rows={2} />;
    case "json":
      return <textarea {...common} rows={3} placeholder="JSON" />;
    default:
      return (
        <>
          <input
            {...common}
            type="text"
            inputMode={field.kind === "number" ? "decimal" : undefined}
            maxLength={field.kind === "text" ? field.maxLength : undefined}
            list={suggest && `suggested-${field.name}`}
          />
          {suggest && (
            <datalist id={`suggested-${field.name}`}>
              {suggested.map((each) => (
                <option key={each} value={each} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}

/** What assistive technology learns about a field: required, wrong, and by which texts. */
function stateOf({ draft, faulty, field: { name, isRequired, description } }: FieldInputProps) {
  const hasMistake = draft.mistakes.value[name] !== undefined;
  const isFaulty = faulty === name;
  const texts = [
    hasMistake ? `mistake-${name}` : null,
    isFaulty ? callErrorId : null,
    description === "" ? null : `description-${name}`,
  ].filter((id) => id !== null);
  return {
    name,
    "aria-required": isRequired || undefined,
    "aria-invalid": hasMistake || isFaulty || undefined,
    "aria-describedby": texts.length > 0 ? texts.join(" ") : undefined,
  };
}

interface CollectionChoiceProps {
  readonly isRequired: boolean;
  readonly id: string;
  readonly value: string;
  readonly onInput: (event: { currentTarget: { value: string } }) => void;
}

/** One of the server's collections; a text input until they are listed. */
function CollectionChoice({ isRequired, ...common }: CollectionChoiceProps) {
  const collections = usePlayground().status.value?.data?.collections ?? [];
  if (collections.length === 0) return <input {...common} type="text" />;
  const ids = [...collections.map(({ id }) => id), "simulations"];
  const isOther = common.value !== "" && !ids.includes(common.value);
  return (
    <select {...common}>
      <option value="">{isRequired ? "Choose …" : "Default"}</option>
      {/* A link may name a collection that the server does not have; its error says so. */}
      {isOther && <option value={common.value}>{common.value}</option>}
      {collections.map(({ id, title }) => (
        <option key={id} value={id}>
          {title === null ? id : `${title} · ${id}`}
        </option>
      ))}
      <option value="simulations">Fire-spread simulations · simulations</option>
    </select>
  );
}

/**
 * The text of a field, kept as it is typed ("1." is not rewritten to "1"), until another hand
 * changes the argument: JSON, a link, a candidate.
 */
function useFieldText(draft: Draft, field: Field) {
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

const pauseMs = 200;
const minLetters = 2;
const maxShown = 8;

/** Names for the newest text; an older question is given up. */
function useSuggestions(suggest: FieldInputProps["suggest"], text: string): readonly string[] {
  const { data } = usePlayground();
  const [names, setNames] = useState<readonly string[]>([]);
  const kind = typeof suggest === "string" ? suggest : null;
  const asked = text.trim();
  useEffect(() => {
    if (kind === null || asked.length < minLetters) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      data.names(kind, asked, end.signal).then(
        (found) => setNames(found.filter((each) => each !== asked).slice(0, maxShown)),
        // Without completions, names are typed as a whole.
        () => setNames([]),
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [kind, asked]);
  return typeof suggest === "object" ? suggest : names;
}
