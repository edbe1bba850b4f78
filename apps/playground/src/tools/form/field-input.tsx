import { Choice, type Collection, CollectionChoice } from "./choice.tsx";
import type { Field } from "./fields.ts";

export interface FieldInputProps {
  readonly field: Field;
  /** Null while loading; empty if the server could not list them. */
  readonly collections: readonly Collection[] | null;
}

const corners = ["west", "south", "east", "north"];

/** A parameter with its name, its input and its description. */
export function FieldInput({ field, collections }: FieldInputProps) {
  const { name, description, isRequired } = field;
  const describedBy = description === "" ? undefined : `${name}-description`;
  const text = describedBy && (
    <small id={describedBy} class="description">
      {description}
    </small>
  );
  if (field.kind === "box") {
    return (
      <fieldset class="field" aria-describedby={describedBy}>
        <legend>{name}</legend>
        <div class="box">
          {corners.map((corner) => (
            <label key={corner}>
              {corner}
              <input name={name} type="number" step="any" required={isRequired} />
            </label>
          ))}
        </div>
        {text}
      </fieldset>
    );
  }
  return (
    <div class="field">
      <label for={`field-${name}`}>
        {name}
        {isRequired && <span class="required"> (required)</span>}
      </label>
      <Control field={field} collections={collections} describedBy={describedBy} />
      {text}
    </div>
  );
}

type ControlProps = FieldInputProps & { readonly describedBy: string | undefined };

function Control({ field, collections, describedBy }: ControlProps) {
  const { name, isRequired } = field;
  const common = {
    id: `field-${name}`,
    name,
    required: isRequired,
    "aria-describedby": describedBy,
  };
  switch (field.kind) {
    case "number":
      return (
        <input
          {...common}
          type="number"
          step={field.isWhole ? 1 : "any"}
          min={field.min}
          max={field.max}
        />
      );
    case "choice":
      return <Choice {...common} options={field.options} />;
    case "collection":
      return <CollectionChoice {...common} collections={collections} />;
    case "list":
      return <textarea {...common} rows={2} placeholder="one per line" spellcheck={false} />;
    case "json":
      return <textarea {...common} rows={3} placeholder="JSON" spellcheck={false} />;
    case "text":
      return <input {...common} type="text" maxLength={field.maxLength} spellcheck={false} />;
  }
}
