import { useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import { usePlayground } from "../state/playground.ts";
import { ConditionRow } from "./condition-row.tsx";
import {
  type Condition,
  type Filter,
  isComplete,
  kindOfTypes,
  type ValueKind,
} from "./conditions.ts";
import {
  FieldInput,
  FieldNotes,
  type FormProps,
  fieldState,
  useFieldText,
} from "./field-input.tsx";
import type { Field } from "./fields.ts";
import { parseFilter } from "./parse-filter.ts";
import { printFilter } from "./print-filter.ts";

interface FilterFieldsProps extends FormProps {
  readonly field: Field;
  /** The language of the text, if the tool knows several. */
  readonly language: Field | undefined;
}

const emptyRow: Condition = { property: "", operator: "=", value: "", matchesCase: false };

/** A filter on properties, as rows or as CQL2 text; both are the same argument. */
export function FilterFields(props: FilterFieldsProps) {
  const { field, language, draft } = props;
  const { data } = usePlayground();
  const args = draft.args.value;
  const text = typeof args[field.name] === "string" ? String(args[field.name]) : "";
  const collection = collectionOf(args);
  const properties = useLoaded(
    collection === null ? null : () => data.properties(collection),
    `${collection}`,
  );
  const kindOf = (name: string): ValueKind => {
    const property = properties?.find((each) => each.name === name);
    return property ? kindOfTypes(property.types) : "mixed";
  };
  const [written, setWritten] = useState<Filter>({ join: "AND", conditions: [] });
  const [wantsText, setWantsText] = useState(false);
  const isWritten = printFilter(complete(written), kindOf) === text;
  const filter = isWritten ? written : parseFilter(text);
  const isText = wantsText || filter === null || args.filter_lang === "ecql-text";

  const rowField = { ...field, description: "" };
  const state = { id: `field-${field.name}`, ...fieldState(props, rowField) };
  const write = (next: Filter) => {
    setWritten(next);
    const printed = printFilter(complete(next), kindOf);
    draft.set({ [field.name]: printed === "" ? undefined : printed });
  };
  return (
    <fieldset class="filter">
      <legend>Filter</legend>
      {isText || filter === null ? (
        <FilterText {...props} />
      ) : (
        <>
          <FilterRows
            filter={filter}
            properties={properties ?? []}
            kindOf={kindOf}
            state={state}
            onChange={write}
          />
          <FieldNotes {...props} field={rowField} />
        </>
      )}
      <div class="bar filter-bar">
        {!isText && (
          <button
            type="button"
            class="small"
            onClick={() =>
              write({ join: filter.join, conditions: [...filter.conditions, emptyRow] })
            }
          >
            Add a condition
          </button>
        )}
        <button
          type="button"
          class="small"
          aria-pressed={isText}
          disabled={isText && (filter === null || args.filter_lang === "ecql-text")}
          onClick={() => setWantsText(!wantsText)}
        >
          ⇄ CQL2 text
        </button>
        {isText && filter === null && (
          <span class="quiet-text">Rows cannot show this text; it stays as it is.</span>
        )}
      </div>
      {isText && language && <FieldInput {...props} field={language} label="Language" isBrief />}
    </fieldset>
  );
}

function complete({ join, conditions }: Filter): Filter {
  return { join, conditions: conditions.filter(isComplete) };
}

function collectionOf({ collection, collections }: Readonly<Record<string, unknown>>) {
  const named = collection ?? (Array.isArray(collections) ? collections[0] : undefined);
  return typeof named === "string" ? named : null;
}

function FilterText(props: FilterFieldsProps) {
  const { field, draft } = props;
  const [text, setText] = useFieldText(draft, field);
  return (
    <div class="field">
      <label class="visually-hidden" for={`field-${field.name}`}>
        Filter as CQL2 text
      </label>
      <textarea
        id={`field-${field.name}`}
        class="mono"
        rows={3}
        spellcheck={false}
        value={text}
        {...fieldState(props, field)}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <FieldNotes {...props} />
    </div>
  );
}

interface FilterRowsProps {
  readonly filter: Filter;
  readonly properties: Parameters<typeof ConditionRow>[0]["properties"];
  kindOf(property: string): ValueKind;
  /** Of the first row's property, which stands for the field. */
  readonly state: Parameters<typeof ConditionRow>[0]["state"];
  onChange(filter: Filter): void;
}

function FilterRows({ filter, properties, kindOf, state, onChange }: FilterRowsProps) {
  const { join, conditions } = filter;
  const withRow = (at: number, row: Condition | null) =>
    onChange({
      join,
      conditions: conditions.flatMap((each, i) => (i === at ? (row ?? []) : each)),
    });
  return (
    <>
      {conditions.length > 1 && (
        <label class="join">
          Match
          <select
            value={join}
            onInput={({ currentTarget: { value } }) =>
              onChange({ join: value === "OR" ? "OR" : "AND", conditions })
            }
          >
            <option value="AND">all of them (and)</option>
            <option value="OR">any of them (or)</option>
          </select>
        </label>
      )}
      {conditions.length > 0 && (
        <ol class="plain conditions">
          {conditions.map((condition, i) => (
            <ConditionRow
              key={i}
              number={i + 1}
              condition={condition}
              properties={properties}
              kindOf={kindOf}
              state={i === 0 ? state : {}}
              onChange={(row) => withRow(i, row)}
            />
          ))}
        </ol>
      )}
    </>
  );
}
