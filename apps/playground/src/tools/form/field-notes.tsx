import type { Field } from "./fields.ts";
import { descriptionId, type FormProps, mistakeId } from "./form-props.ts";

/** What is wrong with a field, and its description; its control is described by both. */
export function FieldNotes({ field, draft }: FormProps & { readonly field: Field }) {
  const sentence = draft.mistakes.value[field.name]?.sentence;
  return (
    <>
      {sentence && (
        <p id={mistakeId(field.name)} class="field-mistake">
          {sentence}
        </p>
      )}
      {field.description !== "" && (
        <small id={descriptionId(field.name)}>{field.description}</small>
      )}
    </>
  );
}
