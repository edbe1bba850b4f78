import { useLoaded } from "@emberline/map-app/ui/hooks";
import { useState } from "preact/hooks";
import { type Property, propertiesOf } from "../server/known-data.ts";
import { changeDraft } from "../state/desk.ts";
import { usePlayground } from "../state/playground.ts";
import {
  type Condition,
  needsValue,
  type Operator,
  operatorsFor,
  operatorWords,
  printCondition,
  withCondition,
} from "./conditions.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import { collectionOf, type Field } from "./fields.ts";

const empty: Condition = { property: "", operator: "=", value: "" };

/** A filter as text, and a row that adds conditions to it from the properties of the data. */
export function FilterField(props: FormProps & { readonly field: Field }) {
  const { draft } = props;
  const { api } = usePlayground();
  const { filter, filter_lang } = draft.value;
  const collection = collectionOf(draft.value);
  const properties = useLoaded(
    collection === undefined ? null : () => propertiesOf(api, collection),
    collection,
  );
  const [condition, setCondition] = useState(empty);
  const change = (changed: Partial<Condition>) => setCondition({ ...condition, ...changed });
  const known = properties?.find(({ name }) => name === condition.property);
  const types = known?.types ?? [];
  const operators = operatorsFor(types);
  const operator = operators.includes(condition.operator) ? condition.operator : operators[0]!;
  const isComplete = known && (condition.value.trim() !== "" || !needsValue(operator));
  const add = () => {
    const printed = printCondition({ ...condition, operator }, types);
    changeDraft(draft, { filter: withCondition(String(filter ?? ""), printed) });
    setCondition(empty);
  };
  return (
    <>
      <FieldInput {...props} label="Filter, as CQL2 text" />
      {/* It is there before the properties are, so that nothing moves when they come. */}
      {filter_lang !== "ecql-text" && (
        <fieldset class="condition" aria-label="Add a condition">
          <select
            aria-label="Property"
            disabled={!properties?.length}
            value={condition.property}
            onInput={(event) => change({ property: event.currentTarget.value, value: "" })}
          >
            <option value="">Property …</option>
            {properties?.map(({ name }) => (
              <option key={name}>{name}</option>
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
            aria-label="Value"
            list="condition-values"
            disabled={!needsValue(operator)}
            placeholder={known && hintOf(known)}
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

/** "0.84 to 277.4 MW", or some of the values. */
function hintOf({ min, max, unit, values }: Property): string {
  if (min === null || max === null) return values.slice(0, 3).join(", ");
  return `${min} to ${max}${unit ? ` ${unit.split(" (")[0]}` : ""}`;
}
