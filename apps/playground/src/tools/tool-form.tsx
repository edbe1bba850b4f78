import type { ComponentChildren } from "preact";
import { FieldInput, type FormProps } from "./field-input.tsx";
import { type Field, toSections } from "./fields.ts";
import { FilterField } from "./filter-field.tsx";
import { WhenFields } from "./when-fields.tsx";
import { WhereFields } from "./where-fields.tsx";

/** The fields of a tool in four groups: what, where, when, and more. */
export function ToolForm({ fields, ...props }: FormProps & { readonly fields: readonly Field[] }) {
  const { what, where, when, more } = toSections(fields);
  const group = (legend: string, of: readonly Field[], children: ComponentChildren) =>
    of.length > 0 && (
      <fieldset class="form-group stack">
        <legend>{legend}</legend>
        {children}
      </fieldset>
    );
  const inputOf = (field: Field) => {
    const Input = field.name === "filter" ? FilterField : FieldInput;
    return <Input key={field.name} {...props} field={field} />;
  };
  const set = more.filter(({ name }) => props.draft.value[name] !== undefined).length;
  return (
    <>
      {group("What", what, what.map(inputOf))}
      {group("Where", where, <WhereFields {...props} fields={where} />)}
      {group("When", when, <WhenFields {...props} fields={when} />)}
      {more.length > 0 && (
        <details
          class="form-group"
          open={more.some(({ name }) => name === props.faulty) || undefined}
        >
          <summary>
            More <span class="count">{set === 0 ? `${more.length} fields` : `${set} set`}</span>
          </summary>
          <div class="stack">{more.map(inputOf)}</div>
        </details>
      )}
    </>
  );
}
