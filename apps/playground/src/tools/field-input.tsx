import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { callErrorId } from "../answer/call-error.tsx";
import { type NameKind, namesFor } from "../server/known-data.ts";
import { changeDraft, type Draft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import { type Field, parseValue, printValue } from "./fields.ts";
import { useTyped } from "./use-typed.ts";

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
  const { name, description, isRequired } = props.field;
  // A list of collections needs no explanation.
  const { label = name, isBrief = name === "collection" } = props;
  return (
    <div class="field">
      <label for={`field-${name}`}>
        {label}
        {isRequired && <span class="quiet-text"> (required)</span>}
      </label>
      <Control {...props} />
      {props.faulty === name && props.callError}
      <small id={`description-${name}`} class={isBrief ? "visually-hidden" : undefined}>
        {description}
      </small>
    </div>
  );
}

function Control({ field, draft, faulty, suggest }: FieldInputProps) {
  const { name, kind, isRequired } = field;
  const { text, type } = useTyped(draft.value[name], (value) => printValue(field, value));
  const [asked, setAsked] = useState("");
  const suggested = useSuggestions(suggest, asked);
  const options = useOptions(field);
  const isFaulty = faulty === name;
  const common = {
    id: `field-${name}`,
    name,
    required: isRequired,
    autocomplete: "off",
    spellcheck: false,
    value: text,
    "aria-invalid": isFaulty || undefined,
    "aria-describedby": `${isFaulty ? `${callErrorId} ` : ""}description-${name}`,
    onInput: ({ currentTarget: { value: given } }: { currentTarget: { value: string } }) => {
      const value = parseValue(field, given);
      changeDraft(draft, { [name]: value });
      type(given, value);
      setAsked(given);
    },
  } as const;
  if (options) {
    // A link may name a collection that the server does not have; its error says so.
    const isOther = text !== "" && !options.some(([value]) => value === text);
    return (
      <select {...common}>
        <option value="">{isRequired ? "Choose …" : "Default"}</option>
        {[...(isOther ? [[text, text] as const] : []), ...options].map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    );
  }
  if (kind === "texts") return <textarea {...common} rows={2} placeholder="one per line" />;
  if (name === "filter") return <textarea {...common} class="mono" rows={2} />;
  return (
    <>
      <input
        {...common}
        inputMode={kind === "number" ? "decimal" : undefined}
        list={suggest && `suggested-${name}`}
      />
      {suggest && (
        <datalist id={`suggested-${name}`}>
          {suggested.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** What a field is chosen from, with its words; null if it is typed. */
function useOptions({ name, options }: Field): (readonly [value: string, words: string])[] | null {
  const collections = usePlayground().status.value?.data?.collections ?? [];
  if (name === "collection" && collections.length > 0)
    return [
      ...collections.map(({ id, title }) => [id, title ? `${title} · ${id}` : id] as const),
      ["simulations", "Fire-spread simulations · simulations"],
    ];
  return options.length > 0 ? options.map((each) => [String(each), String(each)]) : null;
}

const pauseMs = 200;
const minLetters = 2;
const maxShown = 8;

/** Names for the newest text; an older question is given up. */
function useSuggestions(suggest: FieldInputProps["suggest"], text: string): readonly string[] {
  const { api } = usePlayground();
  const [names, setNames] = useState<readonly string[]>([]);
  const kind = typeof suggest === "string" ? suggest : null;
  const asked = text.trim();
  useEffect(() => {
    if (kind === null || asked.length < minLetters) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      namesFor(api, kind, asked, end.signal).then(
        (found) => setNames(found.filter((each) => each !== asked).slice(0, maxShown)),
        // A later text was typed.
        () => {},
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [kind, asked]);
  return typeof suggest === "object" ? suggest : names;
}
