import type { JSX } from "preact";
import type { Property } from "../server/known-data.ts";
import {
  type Condition,
  needsValue,
  type Operator,
  operatorsFor,
  type ValueKind,
} from "./conditions.ts";

interface ConditionRowProps {
  readonly number: number;
  readonly condition: Condition;
  readonly properties: readonly Property[];
  kindOf(property: string): ValueKind;
  /** Attributes of the property's control. */
  readonly state: JSX.IntrinsicElements["select"];
  /** Null removes the row. */
  onChange(condition: Condition | null): void;
}

const operatorWords: Readonly<Record<Operator, string>> = {
  "=": "is",
  "<>": "is not",
  "<": "<",
  "<=": "≤",
  ">": ">",
  ">=": "≥",
  contains: "contains",
  "starts with": "starts with",
  "is missing": "is missing",
  "is given": "is given",
};

/** One condition: a property, a comparison, a value that the data has. */
export function ConditionRow(props: ConditionRowProps) {
  const { number, condition, properties, kindOf, state, onChange } = props;
  const { property, operator, value } = condition;
  const kind = kindOf(property);
  const known = properties.find(({ name }) => name === property);
  const operators = operatorsFor[kind];
  const setProperty = (name: string) => {
    const allowed = operatorsFor[kindOf(name)];
    const kept = allowed.includes(operator) ? operator : allowed[0]!;
    onChange({ ...condition, property: name, operator: kept, value: "" });
  };
  const valuesId = `condition-${number}-values`;
  const isText = kind === "text" || (kind === "mixed" && !/^-?\d/.test(value) && value !== "");
  return (
    <li class="condition" aria-label={`Condition ${number}`}>
      <select
        {...state}
        aria-label="Property"
        value={property}
        onInput={(event) => setProperty(event.currentTarget.value)}
      >
        <option value="">Property …</option>
        {property !== "" && !known && <option value={property}>{property}</option>}
        {properties.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Comparison"
        value={operator}
        onInput={(event) =>
          onChange({ ...condition, operator: event.currentTarget.value as Operator })
        }
      >
        {[...operators, ...(operators.includes(operator) ? [] : [operator])].map((each) => (
          <option key={each} value={each}>
            {operatorWords[each]}
          </option>
        ))}
      </select>
      {needsValue(operator) && (
        <>
          <input
            type="text"
            aria-label="Value"
            list={known && known.values.length > 0 ? valuesId : undefined}
            inputMode={kind === "number" ? "decimal" : undefined}
            placeholder={hintOf(known)}
            autocomplete="off"
            spellcheck={false}
            value={value}
            onInput={(event) => onChange({ ...condition, value: event.currentTarget.value })}
          />
          {known && (
            <datalist id={valuesId}>
              {known.values.map((each) => (
                <option key={each} value={String(each)} />
              ))}
            </datalist>
          )}
        </>
      )}
      <button
        type="button"
        class="quiet"
        aria-label={`Remove condition ${number}`}
        onClick={() => onChange(null)}
      >
        ×
      </button>
      {isText && needsValue(operator) && (
        <label class="match-case">
          <input
            type="checkbox"
            checked={condition.matchesCase}
            onInput={(event) =>
              onChange({ ...condition, matchesCase: event.currentTarget.checked })
            }
          />
          Match upper and lower case
        </label>
      )}
    </li>
  );
}

/** "0.84 to 277.4 MW", or some of the values. */
function hintOf(property: Property | undefined): string {
  if (!property) return "";
  const { min, max, unit, values } = property;
  if (min !== null && max !== null)
    return `${min} to ${max}${unit ? ` ${unit.split(" (")[0]}` : ""}`;
  return values.slice(0, 3).join(", ");
}
