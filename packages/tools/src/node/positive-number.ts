/**
 * A positive number that the operator may set; undefined where it is not set.
 *
 * @throws Error with one sentence for the operator
 */
export function positiveFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
): number | undefined {
  const text = environment[name]?.trim();
  if (!text) return undefined;
  const value = Number(text);
  if (!(value > 0 && value < 1e9))
    throw new Error(`${name} is ${JSON.stringify(text)}: give a positive number, or leave it out.`);
  return value;
}
