/** Arguments to send instead of those that were wrong; null leaves one out. */
export type Offered = Readonly<Record<string, unknown>>;

/**
 * The sentence by which an error offers corrected arguments, as JSON to copy.
 *
 * @example
 * offer({ bbox: [112, -44, 154, -10] }); // 'Try {"bbox":[112,-44,154,-10]}.'
 */
export function offer(...arguments_: readonly Offered[]): string {
  return `Try ${arguments_.map((each) => JSON.stringify(each)).join(" or ")}.`;
}
