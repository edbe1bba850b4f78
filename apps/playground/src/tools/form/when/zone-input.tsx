import { FieldNotes } from "../field-notes.tsx";
import type { Field } from "../fields.ts";
import { type FormProps, fieldState } from "../form-props.ts";
import { useFieldText } from "../use-field-text.ts";

const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [...new Set(["UTC", here, ...Intl.supportedValuesOf("timeZone")])];

/** A time zone; the browser knows their names. */
export function ZoneInput(props: FormProps & { readonly field: Field }) {
  const [text, setText] = useFieldText(props.draft, props.field);
  const { name } = props.field;
  return (
    <div class="field">
      <label for={`field-${name}`}>Time zone</label>
      <input
        id={`field-${name}`}
        type="text"
        list="time-zones"
        placeholder="UTC"
        autocomplete="off"
        spellcheck={false}
        value={text}
        {...fieldState(props, props.field)}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <datalist id="time-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <FieldNotes {...props} />
    </div>
  );
}
