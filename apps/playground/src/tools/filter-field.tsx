import type { JsonObject } from "@emberline/map-app/answer/json";
import { useState } from "preact/hooks";
import { useLoaded } from "../common/use-loaded.ts";
import type { Property } from "../server/known-data.ts";
import { usePlayground } from "../state/playground.ts";
import {
  type Condition,
  kindOfTypes,
  needsValue,
  type Operator,
  operatorsFor,
  operatorWords,
  withCondition,
} from "./conditions.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import type { Field } from "./fields.ts";

const empty: Condition = { property: "", operator: "=", value: "" };

/** A filter as text, and a row that adds conditions to it from the properties of the data. */
export function FilterField(props: FormProps & { readonly field: Field }) {
  const { field, draft } = props;
  const { data } = usePlayground();
  const args = draft.args.value;
  const collection = collectionOf(args);
  const properties = useLoaded(
    collection === null ? null : () => data.properties(collection),
    `${collection}`,
  );
  const [condition, setCondition] = useState(empty);
  const change = (changed: Partial<Condition>) => setCondition({ ...condition, ...changed });
  const known = properties?.find(({ name }) => name === condition.property);
  const kind = kindOfTypes(known?.types ?? []);
  const operators = operatorsFor[kind];
  const operator = operators.includes(condition.operator) ? condition.operator : operators[0]!;
  const isComplete = known && (condition.value.trim() !== "" || !needsValue(operator));
  const add = () => {
    const filter = typeof args.filter === "string" ? args.filter : "";
    draft.set({ [field.name]: withCondition(filter, { ...condition, operator }, kind) });
    setCondition(empty);
  };
  return (
    <>
      <FieldInput {...props} label="Filter, as CQL2 text" />
      {/* It is there before the properties are, so that nothing moves when they come. */}
      {args.filter_lang !== "ecql-text" && (
        <fieldset class="condition" aria-label="Add a condition">
          <select
            aria-label="Property"
            disabled={!properties}
            value={condition.property}
            onInput={(event) => change({ property: event.currentTarget.value, value: "" })}
          >
            <option value="">Property …</option>
            {properties?.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label="Comparison"
            value={operator}
            onInput={(event) => change({ operator: event.currentTarget.value as Operator })}
          >
            {operators.map((each) => (
              <option key={each} value={each}>
                {operatorWords[each]}
              </option>
            ))}
          </select>
          <input
            type="text"
            aria-label="Value"
            list="condition-values"
            disabled={!needsValue(operator)}
            placeholder={hintOf(known)}
            autocomplete="off"
            spellcheck={false}
            value={condition.value}
            onInput={(event) => change({ value: event.currentTarget.value })}
          />
          <datalist id="condition-values">
            {known?.values.map((each) => (
              <option key={each} value={String(each)} />
            ))}
          </datalist>
          <button type="button" class="small" disabled={!isComplete} onClick={add}>
            Add
          </button>
        </fieldset>
      )}
    </>
  );
}

/** The collection whose properties a filter names: that of the form, or its first. */
function collectionOf({ collection, collections }: JsonObject): string | null {
  const named = collection ?? (Array.isArray(collections) ? collections[0] : undefined);
  return typeof named === "string" ? named : null;
}

/** "0.84 to 277.4 MW", or some of the values. */
function hintOf(property: Property | undefined): string {
  if (!property) return "";
  const { min, max, unit, values } = property;
  if (min !== null && max !== null)
    return `${min} to ${max}${unit ? ` ${unit.split(" (")[0]}` : ""}`;
  return values.slice(0, 3).join(", ");
}
