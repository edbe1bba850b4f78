import { usePlayground } from "../../state/playground.ts";
import { useLoaded } from "../use-loaded.ts";
import { CollectionChoice } from "./choice.tsx";
import { FieldNotes } from "./field-notes.tsx";
import type { Field } from "./fields.ts";
import { type FormProps, fieldState } from "./form-props.ts";
import { useFieldText } from "./use-field-text.ts";

export interface FieldInputProps extends FormProps {
  readonly field: Field;
  /** Instead of the parameter's name. */
  readonly label?: string;
  /** Shows no description; assistive technology still has it. */
  readonly isBrief?: boolean;
}

/** A parameter with its name, its input, its description and what is wrong with it. */
export function FieldInput(props: FieldInputProps) {
  // A list of collections needs no explanation.
  const { field, label = field.name, isBrief = field.kind === "collection" } = props;
  return (
    <div class={isBrief ? "field brief" : "field"}>
      <label for={`field-${field.name}`}>
        {label}
        {field.isRequired && <span class="quiet-text"> (required)</span>}
      </label>
      <Control {...props} />
      <FieldNotes {...props} />
    </div>
  );
}

function Control(props: FieldInputProps) {
  const { field, draft } = props;
  const { data } = usePlayground();
  const collections = useLoaded(field.kind === "collection" ? () => data.collections() : null, "");
  const [text, setText] = useFieldText(draft, field);
  const common = {
    id: `field-${field.name}`,
    value: text,
    ...fieldState(props, field),
    onInput: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
  };
  switch (field.kind) {
    case "number":
      return <input {...common} type="text" inputMode="decimal" autocomplete="off" />;
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
      return (
        <CollectionChoice {...common} collections={collections} isRequired={field.isRequired} />
      );
    case "list":
      return <textarea {...common} rows={2} placeholder="one per line" spellcheck={false} />;
    case "box":
    case "json":
      return <textarea {...common} rows={3} placeholder="JSON" spellcheck={false} />;
    case "text":
      return (
        <input
          {...common}
          type="text"
          maxLength={field.maxLength}
          autocomplete="off"
          spellcheck={false}
        />
      );
  }
}
