import { quoted, ToolError } from "@emberline/tools";
import { type CallFormat, callFormats, type ModelCall, saidIn } from "./call-formats.ts";
import { isText, type JsonObject, objectsOf, WrongCalls } from "./shapes.ts";

/** The names of `?format=`: those of the lists of tools, since a caller uses one for both. */
export const callFormatNames: readonly string[] = [...Object.keys(callFormats), "openai-strict"];

export interface ReadCalls {
  readonly name: string;
  readonly format: CallFormat;
  readonly calls: readonly ModelCall[];
}

/**
 * The calls in a body, in the given format or in the one that its shape shows.
 *
 * @throws {WrongCalls} when it is in no known format, has calls of several, or none that can run
 */
export function readCalls(body: unknown, given?: string): ReadCalls {
  const name = given === "openai-strict" ? "openai" : given;
  const read = Object.entries(callFormats).flatMap(([each, format]) => {
    const said = saidIn(format, body);
    return said ? [{ name: each, format, calls: callsIn(format, said) }] : [];
  });
  const withCalls = read.filter(({ calls }) => calls.length > 0);
  const found = withCalls.length > 0 ? withCalls : read;
  if (withCalls.length > 1) {
    throw new WrongCalls(
      `The body mixes calls of ${withCalls.map((each) => each.name).join(" and ")}: send those of one provider at a time.`,
    );
  }
  if (name === undefined) {
    if (found.length > 0) return checked(found[0]!);
    throw new WrongCalls(
      `The body has no tool calls in a known format: send, exactly as the model produced them, ${expectedOf(Object.values(callFormats))}.`,
    );
  }
  const right = found.find((each) => each.name === name);
  if (right) return checked(right);
  const format = callFormats[name]!;
  // A list of texts is a turn without calls in several formats.
  if (withCalls.length === 0 && objectsOf(body)) return { name, format, calls: [] };
  const other = withCalls[0] ? `its calls are in the format ${withCalls[0].name}` : "it is not";
  throw new WrongCalls(
    `The body should be in the format ${name}, but ${other}: send ${expectedOf([format])}.`,
  );
}

/** The calls; one that its result could not be matched with has a fault, and the others run. */
function callsIn(format: CallFormat, said: readonly JsonObject[]): ModelCall[] {
  const { idName, hasOptionalIds } = format;
  const ids = new Set<string>();
  return said
    .flatMap((item) => format.callIn(item) ?? [])
    .map(({ id: sent, name, ...rest }, index) => {
      const needsId = !isText(sent) && !hasOptionalIds;
      const missing = !isText(name) ? "name" : needsId ? idName : null;
      const id = isText(sent) ? sent : needsId ? "" : undefined;
      const call = { name: isText(name) ? name : "", ...(id !== undefined && { id }), ...rest };
      const fault = missing
        ? `has no ${missing}: send the calls exactly as the model produced them.`
        : id !== undefined && ids.has(id)
          ? `has the id ${quoted(id, 100)} of another call: each needs its own, since results are matched by it.`
          : null;
      if (id !== undefined) ids.add(id);
      if (fault === null) return call;
      return { ...call, fault: new ToolError("invalid_input", `Call ${index + 1} ${fault}`) };
    });
}

/** @throws {WrongCalls} when none of the calls can run */
function checked(read: ReadCalls): ReadCalls {
  const [first] = read.calls;
  if (first?.fault && read.calls.every(({ fault }) => fault))
    throw new WrongCalls(first.fault.message);
  return read;
}

function expectedOf(all: readonly CallFormat[]): string {
  return all.map(({ expected }) => expected).join("; ");
}
