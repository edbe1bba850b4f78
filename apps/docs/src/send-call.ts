import type { Operation, Parameter } from "./read-api.ts";

/** A request that a person has filled in. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Received {
  /** Status and time in words. */
  readonly line: string;
  /** JSON is indented. */
  readonly text: string;
  /** Address of a picture in memory, instead. */
  readonly picture?: string;
}

/** The name of a parameter's field; the same name may stand in the path and in the query. */
export const fieldOf = (parameter: Parameter) => `${parameter.in} ${parameter.name}`;

export function callOf(
  { method, path, parameters, body }: Operation,
  base: string,
  form: FormData,
): Call {
  const given = parameters.map((each) => ({
    ...each,
    value: String(form.get(fieldOf(each)) ?? ""),
  }));
  const filled = path.replace(/\{(.*?)\}/g, (_, name) => {
    const value = given.find((each) => each.in === "path" && each.name === name)?.value;
    return encodeURIComponent(value ?? "");
  });
  const query = new URLSearchParams();
  const headers: Record<string, string> = { accept: String(form.get("accept") ?? "*/*") };
  for (const { in: place, name, value, schema, explode } of given) {
    if (value === "") continue;
    if (place === "header") headers[name.toLowerCase()] = value;
    else if (place === "query" && schema.type === "object")
      for (const [key, each] of new URLSearchParams(value)) query.append(key, each);
    else if (place === "query" && schema.type === "array" && explode !== false)
      for (const each of value.split(",")) query.append(name, each.trim());
    else if (place === "query") query.append(name, value);
  }
  const search = query.size > 0 ? `?${query}` : "";
  if (body) headers["content-type"] = "application/json";
  return {
    ...{ method, url: `${base}${filled}${search}`, headers },
    ...(body && { body: String(form.get("body")) }),
  };
}

/** The call for a POSIX shell; a token stays a variable, since commands are shared. */
export function curlOf({ method, url, headers, body }: Call, withToken: boolean): string {
  const parts = [
    `curl ${method === "GET" || body !== undefined ? "" : `-X ${method} `}${quote(url)}`,
    ...(withToken ? ['-H "Authorization: Bearer $EMBERLINE_API_KEY"'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quote(body)}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Quotes text for a POSIX shell; a single quote must stand outside the quoted parts. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export async function sendCall(call: Call, token: string): Promise<Received> {
  const began = performance.now();
  const { method, url, body } = call;
  const headers = { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const type = response.headers.get("content-type") ?? "";
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - began);
  const line = `${response.status} ${response.statusText} · ${milliseconds} ms · ${blob.size.toLocaleString("en")} bytes · ${type}`;
  if (type.startsWith("image/")) return { line, text: "", picture: URL.createObjectURL(blob) };
  const text = await blob.text();
  return {
    line,
    text: /\bjson\b/.test(type) && !type.includes("x-ndjson") ? indented(text) : text,
  };
}

const string = String.raw`"(?:\\.|[^"\\])*"`;
const tokens = new RegExp(
  String.raw`\[(?:${string}|[^[\]{}"])*\]|\{\s*\}|${string}|[{}[\],:]|\s+`,
  "g",
);

/** JSON on lines, with lists of plain values on one; numbers stay as they were written. */
function indented(json: string): string {
  let depth = 0;
  const line = () => `\n${"  ".repeat(depth)}`;
  return json.replace(tokens, (token) => {
    if (token === "{" || token === "[") {
      depth++;
      return token + line();
    }
    if (token === "}" || token === "]") {
      depth--;
      return line() + token;
    }
    if (token === ",") return token + line();
    if (token === ":") return ": ";
    return token.trim() === "" ? "" : token;
  });
}
