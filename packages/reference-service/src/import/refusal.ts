/** Why something cannot be imported, as a phrase for the report. */
export class Refusal extends Error {
  override name = "Refusal";
}
