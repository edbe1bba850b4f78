import type { Draft } from "../state/desk.ts";
import { FieldInput, type FormProps } from "./field-input.tsx";
import { type Field, toSections } from "./fields.ts";
import { FilterFields } from "./filter-fields.tsx";
import { WhenFields } from "./when-fields.tsx";
import { WhereFields } from "./where-fields.tsx";

interface ToolFormProps extends FormProps {
  readonly fields: readonly Field[];
}

/** The fields of a tool in four groups: what, where, when, and more. */
export function ToolForm({ fields, ...props }: ToolFormProps) {
  const { what, where, when, more } = toSections(fields);
  const filter = what.find(({ name }) => name === "filter");
  const language = what.find(({ name }) => name === "filter_lang");
  const plain = what.filter((field) => field !== filter && field !== language);
  return (
    <>
      {what.length > 0 && (
        <fieldset class="form-group">
          <legend>What</legend>
          {plain.map((field) => (
            <FieldInput key={field.name} {...props} field={field} />
          ))}
          {filter && <FilterFields {...props} field={filter} language={language} />}
        </fieldset>
      )}
      {where.length > 0 && (
        <fieldset class="form-group">
          <legend>Where</legend>
          <WhereFields {...props} fields={where} />
        </fieldset>
      )}
      {when.length > 0 && (
        <fieldset class="form-group">
          <legend>When</legend>
          <WhenFields {...props} fields={when} />
        </fieldset>
      )}
      {more.length > 0 && <More {...props} fields={more} />}
    </>
  );
}

function More({ fields, ...props }: ToolFormProps) {
  const set = countSet(fields, props.draft);
  const hasFaulty = fields.some(({ name }) => name === props.faulty);
  return (
    <details class="form-group" open={hasFaulty || undefined}>
      <summary>
        More <span class="count">{set === 0 ? `${fields.length} fields` : `${set} set`}</span>
      </summary>
      {fields.map((field) => (
        <FieldInput key={field.name} {...props} field={field} />
      ))}
    </details>
  );
}

function countSet(fields: readonly Field[], draft: Draft): number {
  const args = draft.args.value;
  return fields.filter(({ name }) => args[name] !== undefined).length;
}
