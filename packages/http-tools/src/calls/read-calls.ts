import { quoted } from "@emberline/tools";
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
 * @throws {WrongCalls} when it has no calls, calls of several formats, or calls without an id
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

/** @throws {WrongCalls} when a call has no name, or no id where it needs one */
function callsIn(format: CallFormat, said: readonly JsonObject[]): ModelCall[] {
  const { idName, hasOptionalIds } = format;
  return said
    .flatMap((item) => format.callIn(item) ?? [])
    .map(({ id, name, ...rest }, index) => {
      const missing = !isText(name) ? "name" : isText(id) || hasOptionalIds ? null : idName;
      if (missing === null) return { name: String(name), ...(isText(id) && { id }), ...rest };
      throw new WrongCalls(
        `Call ${index + 1} has no ${missing}: send the calls exactly as the model produced them.`,
      );
    });
}

/** @throws {WrongCalls} when results could not be told apart */
function checked(read: ReadCalls): ReadCalls {
  const ids = read.calls.flatMap(({ id }) => (id === undefined ? [] : [id]));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice === undefined) return read;
  throw new WrongCalls(
    `Two calls have the id ${quoted(twice, 100)}: each needs its own, since results are matched by it.`,
  );
}

function expectedOf(all: readonly CallFormat[]): string {
  return all.map(({ expected }) => expected).join("; ");
}
