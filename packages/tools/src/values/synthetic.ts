/** Whether data says of itself that it is made up. */
export function isMadeUp({ synthetic }: { readonly [member: string]: unknown }): boolean {
  return synthetic === true;
}

/** The notice in every answer from synthetic data. */
export const syntheticDataNotice =
  "Synthetic data: none of these fires, detections and heat sources is real. Say so to the user.";

/** The notice with made-up simulations of real fires. */
export const madeUpSimulations =
  "Made-up simulations (synthetic: true): no model computed them, so they forecast nothing. Say so to the user.";
