/** Questions in one's own words, answered by a model of one's own. */
export function AskPane() {
  return <p>Ask about fires; every number comes from a tool call you can see.</p>;
}
