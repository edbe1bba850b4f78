/** The part of a JSON Schema that the page shows. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly description?: string;
  readonly explode?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: unknown }>
  >;
}

interface Answer {
  readonly status: string;
  readonly description: string;
  readonly content: Readonly<Record<string, Content>>;
}

/** A method of a path, without references. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters: readonly Parameter[];
  /** Of its JSON. */
  readonly body?: Content;
  readonly answers: readonly Answer[];
}

interface Group {
  readonly title: string;
  readonly description?: string;
  readonly operations: readonly Operation[];
}

export interface Api {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  /** Where its paths begin, without a slash at the end. */
  readonly base: string;
  /** Whether every call needs a bearer token. */
  readonly needsToken: boolean;
  readonly groups: readonly Group[];
}

// biome-ignore lint/suspicious/noExplicitAny: the documents are this server's own
type Json = any;

/** @param url where the document is, which addresses in it are relative to */
export function readApi(document: Json, url: string): Api {
  const { info, servers, security = [], tags = [] } = document;
  /** The part itself, or what it refers to. */
  const whole = (part: Json): Json =>
    part?.$ref
      ? part.$ref
          .slice(2)
          .split("/")
          .reduce((at: Json, key: string) => at[key], document)
      : part;
  const contentOf = (content: Json = {}) =>
    Object.fromEntries(
      Object.entries(content).map(([type, each]: Json) => [
        type,
        { ...each, schema: whole(each.schema) },
      ]),
    );
  // Described groups come in the document's order.
  const groups = new Map<string, Operation[]>(tags.map(({ name }: Json) => [name, []]));
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(methods)) {
      const {
        operationId: id,
        tags: [tag],
        summary,
        description,
        parameters = [],
        responses,
      } = operation;
      const body = contentOf(operation.requestBody?.content)["application/json"];
      const group = groups.get(tag) ?? [];
      groups.set(tag, group);
      group.push({
        ...{ id, path, summary, description, body },
        method: method.toUpperCase(),
        parameters: parameters
          .map(whole)
          .map((each: Json) => ({ ...each, schema: whole(each.schema) })),
        answers: Object.entries<Json>(responses).map(([status, response]) => ({
          status,
          description: whole(response).description,
          content: contentOf(whole(response).content),
        })),
      });
    }
  }
  return {
    ...{ title: info.title, version: info.version, description: info.description },
    base: new URL(servers[0].url, url).href.replace(/\/$/, ""),
    needsToken:
      security.length > 0 && security.every((each: object) => Object.keys(each).length > 0),
    groups: [...groups]
      .filter(([, operations]) => operations.length > 0)
      .map(([title, operations]) => ({
        ...{ title, operations },
        description: tags.find(({ name }: Json) => name === title)?.description,
      })),
  };
}

/** A schema's type in a few words. */
export function typeInWords({ type, enum: values, items, anyOf }: Schema): string {
  if (values) return values.map((value) => JSON.stringify(value)).join(", ");
  if (anyOf) return anyOf.map(typeInWords).join(" or ");
  if (items) return `list of ${typeInWords(items)}`;
  return [type ?? "any"].flat().join(" or ");
}
