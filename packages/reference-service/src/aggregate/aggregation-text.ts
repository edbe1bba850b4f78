import type { AggregateGroup, Aggregation, Figures } from "./aggregation.ts";
import type { AggregateRequest } from "./request.ts";

/** An aggregation as JSON, in parts; `head` has the members before the numbers of properties. */
export function* aggregationText(
  head: object,
  { totals, groups }: Aggregation,
  request: AggregateRequest,
): Generator<string> {
  yield JSON.stringify(head).slice(0, -1);
  yield `,"totals":${figuresText(totals, request)}`;
  if (request.groupings.length > 0) {
    yield ',"groups":[';
    let separator = "";
    for (const group of groups) {
      yield separator + groupText(group, request);
      separator = ",\n";
    }
    yield "]";
  }
  yield "}";
}

function groupText({ key, count, figures }: AggregateGroup, request: AggregateRequest): string {
  return `{"key":[${key.join()}],"count":${count},"statistics":${figuresText(figures, request)}}`;
}

/** One object for each measured property, in order: a property may have any name. */
function figuresText(all: readonly Figures[], { statistics }: AggregateRequest): string {
  const texts = all.map(({ count, values }) => {
    const members = statistics.map(({ name }, i) => `"${name}":${values[i]}`);
    return `{${[`"count":${count}`, ...members].join()}}`;
  });
  return `[${texts.join()}]`;
}
