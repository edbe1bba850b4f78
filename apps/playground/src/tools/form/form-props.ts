import type { Draft } from "./draft.ts";
import type { Field } from "./fields.ts";

/** What all parts of a form get. */
export interface FormProps {
  readonly draft: Draft;
  /** The parameter that the last call failed for. */
  readonly faulty: string | null;
}

/** The element that says why the last call failed. */
export const callErrorId = "call-error";

export function descriptionId(name: string): string {
  return `description-${name}`;
}

export function mistakeId(name: string): string {
  return `mistake-${name}`;
}

/** What assistive technology learns about a field: required, wrong, and by which texts. */
export function fieldState({ draft, faulty }: FormProps, field: Field) {
  const hasMistake = draft.mistakes.value[field.name] !== undefined;
  const isFaulty = faulty === field.name;
  const texts = [
    hasMistake ? mistakeId(field.name) : null,
    isFaulty ? callErrorId : null,
    field.description === "" ? null : descriptionId(field.name),
  ].filter((id) => id !== null);
  return {
    name: field.name,
    "aria-required": field.isRequired || undefined,
    "aria-invalid": hasMistake || isFaulty || undefined,
    "aria-describedby": texts.length > 0 ? texts.join(" ") : undefined,
  };
}
