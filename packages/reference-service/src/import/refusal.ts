/** Why something cannot be imported, as a phrase for the report. */
export class Refusal extends Error {
  override name = "Refusal";
  /** The rest of the file cannot be imported either. */
  readonly endsFile: boolean;

  constructor(reason: string, { endsFile = false }: { endsFile?: boolean } = {}) {
    super(reason);
    this.endsFile = endsFile;
  }
}

const maxShown = 60;

/** Shows a value in such a phrase, cut to its beginning. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  if (typeof value !== "string" || value.length <= maxShown) return JSON.stringify(value);
  return `${JSON.stringify(value.slice(0, maxShown))}…`;
}
