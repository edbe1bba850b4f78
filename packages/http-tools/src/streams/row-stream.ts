import { type CallContext, type RowForm, streamTool, type Tool } from "@emberline/tools";
import { toolProblem } from "../common/problems.ts";
import { TextBody } from "./text-body.ts";

export const rowsType = "application/x-ndjson";

/** A part per row would cost more than the row. */
const partLength = 65_536;

const headers = {
  "content-type": rowsType,
  "cache-control": "no-store",
  vary: "accept",
  "x-accel-buffering": "no",
};

/**
 * Answers with every row of the selection as newline-delimited JSON, written as pages arrive and as
 * the client reads. The last line is `{"summary": …}`: the answer's other members, with `complete`,
 * and with `error` if the stream broke off. A call that fails before its first row is answered by
 * its problem.
 *
 * @param tag completes the problem details of a stream that breaks off
 */
export async function rowStream(
  tool: Tool,
  input: unknown,
  context: CallContext & { readonly signal: AbortSignal },
  form: RowForm,
  tag: (problem: object) => object,
): Promise<Response> {
  const body = new TextBody(partLength);
  body.leaveWith(context.signal);
  let begin: (refusal: Response | null) => void = () => {};
  const begun = new Promise<Response | null>((resolve) => {
    begin = resolve;
  });
  const write = (row: string) => {
    begin(null);
    return body.add(`${row}\n`);
  };
  // Rows of a page do not wait for the next page, unless the reader does not wait for them.
  const onRead = () => {
    if (body.isWanted) void body.flush();
  };
  const own = Object.assign({}, context, { signal: body.left, onRead });
  const run = async () => {
    const { returned, result } = await streamTool(tool, input, own, { form, write });
    const problem = result.ok ? null : toolProblem(result.error);
    if (returned === 0 && problem) return begin(problem);
    begin(null);
    // Nobody would read why.
    if (!result.ok && result.error.code === "cancelled" && !body.isWanted) return body.cut();
    const members = result.ok
      ? result.output
      : { complete: false, returned, error: tag((await problem!.json()) as object) };
    void body.add(`${JSON.stringify({ summary: members })}\n`);
    body.end();
  };
  void run();
  return (await begun) ?? new Response(body.stream, { headers });
}
