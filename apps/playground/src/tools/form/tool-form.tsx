import type { JsonObject } from "../../json.ts";
import { FormError, toArguments } from "./arguments.ts";
import type { Collection } from "./choice.tsx";
import { FieldInput } from "./field-input.tsx";
import type { Field } from "./fields.ts";

export interface ToolFormProps {
  readonly fields: readonly Field[];
  readonly collections: readonly Collection[] | null;
  readonly isRunning: boolean;
  onRun(args: JsonObject): void;
  /** The form's input cannot be sent. */
  onMistake(sentence: string): void;
}

/** The form of a tool; the browser keeps the input until another tool is selected. */
export function ToolForm({ fields, collections, isRunning, onRun, onMistake }: ToolFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    try {
      onRun(toArguments(fields, new FormData(event.currentTarget as HTMLFormElement)));
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      onMistake(error.message);
    }
  };
  return (
    <form onSubmit={submit} aria-label="Arguments">
      {fields.map((field) => (
        <FieldInput key={field.name} field={field} collections={collections} />
      ))}
      <div class="actions">
        <button type="submit" class="primary" disabled={isRunning}>
          {isRunning ? "Running …" : "Run"}
        </button>
      </div>
    </form>
  );
}
