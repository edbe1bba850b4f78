import type { ComponentChildren } from "preact";
import { FieldInput, type FormProps } from "./field-input.tsx";
import { type Field, toSections } from "./fields.ts";
import { FilterField } from "./filter-field.tsx";
import { WhenFields } from "./when-fields.tsx";
import { WhereFields } from "./where-fields.tsx";

interface ToolFormProps extends FormProps {
  readonly fields: readonly Field[];
}

/** The fields of a tool in four groups: what, where, when, and more. */
export function ToolForm({ fields, ...props }: ToolFormProps) {
  const { what, where, when, more } = toSections(fields);
  const inputOf = (field: Field) =>
    field.kind === "filter" ? (
      <FilterField key={field.name} {...props} field={field} />
    ) : (
      <FieldInput key={field.name} {...props} field={field} />
    );
  return (
    <>
      {what.length > 0 && <Group legend="What">{what.map(inputOf)}</Group>}
      {where.length > 0 && (
        <Group legend="Where">
          <WhereFields {...props} fields={where} />
        </Group>
      )}
      {when.length > 0 && (
        <Group legend="When">
          <WhenFields {...props} fields={when} />
        </Group>
      )}
      {more.length > 0 && (
        <details
          class="form-group"
          open={more.some(({ name }) => name === props.faulty) || undefined}
        >
          <summary>
            More <span class="count">{countText(more, props)}</span>
          </summary>
          {more.map(inputOf)}
        </details>
      )}
    </>
  );
}

function Group({ legend, children }: { legend: string; children: ComponentChildren }) {
  return (
    <fieldset class="form-group">
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}

function countText(fields: readonly Field[], { draft }: FormProps): string {
  const set = fields.filter(({ name }) => draft.args.value[name] !== undefined).length;
  return set === 0 ? `${fields.length} fields` : `${set} set`;
}
