import { quoted } from "@emberline/tools";
import { isInitializeRequest } from "@modelcontextprotocol/server";
import { levels } from "./request-span.ts";

/** A text such as this one, one of these texts, or an object; a member with "?" may be absent. */
type Form = string | readonly string[] | Members;
interface Members {
  readonly [member: string]: Form;
}

const uri = { uri: "emberline://collections" };
const texts = { "*?": "" };
const argument = { name: "area", value: "Mont" };
const completion = {
  ref: { type: ["ref/prompt", "ref/resource"], name: "morning_briefing" },
  argument,
  "context?": { "arguments?": texts },
};
const ofTemplate = { ...completion, ref: { type: ["ref/resource"], uri: uri.uri } };

/** What requests take, as MCP has it; the SDK would answer others by a listing of its own. */
const forms: Readonly<Record<string, Members>> = {
  initialize: {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "my-client", version: "1.0" },
  },
  "tools/list": {},
  "prompts/list": {},
  "resources/list": {},
  "resources/templates/list": {},
  "tools/call": { name: "list_collections" },
  "prompts/get": { name: "morning_briefing", "arguments?": texts },
  "resources/read": uri,
  "resources/subscribe": uri,
  "resources/unsubscribe": uri,
  "completion/complete": completion,
  "logging/setLevel": { level: levels },
  "subscriptions/listen": { notifications: {} },
};

/** Of revisions before 2026-07-28 only: later messages with them are of an unknown method. */
export const removedMethods: ReadonlySet<string> = new Set([
  "initialize",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
]);

/** The parameters without members that are null, which are absent; not those of a tool's input. */
export function withoutNulls(params: unknown, method: unknown): unknown {
  if (!isObject(params)) return params ?? undefined;
  const isOfTool = (name: string) => name === "arguments" && method === "tools/call";
  return Object.fromEntries(
    Object.entries(params)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isOfTool(name) ? value : withoutNulls(value, undefined)]),
  );
}

/** Why a request's parameters are not what its method takes, in one sentence; null if they are. */
export function faultOfParams(method: string, params: unknown = {}): string | null {
  if (!isObject(params)) return null;
  const { _meta: meta, ref } = params;
  if (meta !== undefined && !isObject(meta)) return '"_meta" must be an object.';
  const token = isObject(meta) ? meta.progressToken : undefined;
  if (token !== undefined && typeof token !== "string" && typeof token !== "number")
    return '"_meta.progressToken" must be a text or a number.';
  const isTemplate = isObject(ref) && ref.type === "ref/resource";
  const own = Object.hasOwn(forms, method) ? forms[method] : undefined;
  if (own === undefined) return null;
  if (method.endsWith("/list") && params.cursor !== undefined)
    return `${method} has no page ${quoted(String(params.cursor), 60)}: the list is one page, so send no "cursor".`;
  const form = own === completion && isTemplate ? ofTemplate : own;
  const fault = faultIn(params, form, "");
  if (fault !== null) return `${method}: ${fault}, as in ${JSON.stringify(exampleOf(form))}.`;
  return method === "initialize" && !isInitializeRequest({ method, params })
    ? 'initialize: a member of "capabilities" or "clientInfo" has the wrong type.'
    : null;
}

function faultIn(value: unknown, form: Form, path: string): string | null {
  if (typeof form === "string")
    return typeof value === "string" ? null : `"${path}" must be a text`;
  if (isList(form))
    return form.some((each) => each === value)
      ? null
      : `"${path}" must be one of ${form.join(", ")}`;
  if (!isObject(value)) return `"${path}" must be an object`;
  for (const [member, own] of Object.entries(form)) {
    const name = member.replace("?", "");
    for (const each of name === "*" ? Object.keys(value) : [name]) {
      const at = `${path}${path && "."}${each.slice(0, 60)}`;
      const given = Object.hasOwn(value, each) ? value[each] : undefined;
      if (given === undefined && name === member) return `"${at}" is missing`;
      const fault = given === undefined ? null : faultIn(given, own, at);
      if (fault !== null) return fault;
    }
  }
  return null;
}

/** Parameters that are right, without optional members. */
function exampleOf(form: Form): unknown {
  if (typeof form === "string") return form;
  if (isList(form)) return form[0];
  const needed = Object.entries(form).filter(([member]) => !member.endsWith("?"));
  return Object.fromEntries(needed.map(([member, own]) => [member, exampleOf(own)]));
}

function isList(form: Form): form is readonly string[] {
  return Array.isArray(form);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
