// How npm test tells of a run: what failed, then one line of counts, and why a test was skipped.
import { inspect } from "node:util";

// Node takes a reporter from the default export.
export default async function* report(events) {
  const counts = new Map([["tests", 0]]);
  const reasons = new Set();
  for await (const { type, data } of events) {
    if (type === "test:diagnostic" && data.nesting === 0) {
      const [name, count] = data.message.split(" ");
      counts.set(name, Number(count));
    } else if (data?.skip !== undefined) reasons.add(data.skip);
    else if (type === "test:fail" && data.details.error.failureType !== "subtestsFailed") {
      const { error } = data.details;
      yield `✖ ${data.name} (${data.file ?? ""}:${data.line ?? ""})\n${inspect(error.cause ?? error)}\n\n`;
    }
  }
  const skipped = counts.get("skipped") ?? 0;
  const why = reasons.size > 0 ? `: ${[...reasons].join("; ")}` : "";
  yield `${counts.get("tests")} tests, ${counts.get("fail") ?? 0} failed, ${skipped} skipped${why}\n`;
}
