import { didYouMean, quoted } from "@emberline/tools";
import { answerOf, type Handlers, invalidParams, type Run } from "../common/handlers.ts";
import { offeredPrompts, promptNamed } from "../prompts/prompts.ts";
import { offeredRoutes, type Route, templateOf, variablesOf } from "../resources/routes.ts";

/** What `suggest_names` completes for an argument of this name; others have no completions. */
const kinds: Readonly<Record<string, string>> = {
  collection: "collection",
  property: "property",
  fire: "fire",
  area: "area",
  within: "area",
  place: "place",
  near: "place",
};

/** Completions of arguments of the offered prompts and variables of the offered resources. */
export function completionHandlers(isOffered: (tool: string) => boolean): Handlers {
  const prompts = offeredPrompts(isOffered);
  const routes = offeredRoutes(isOffered);
  return {
    async "completion/complete"({ ref, argument, context }, run) {
      const known =
        ref.type === "ref/prompt"
          ? promptNamed(ref.name, prompts).arguments.map((each) => each.name)
          : variablesOfTemplate(ref.uri, routes);
      const { name, value } = argument;
      if (!known.includes(name)) {
        throw invalidParams(
          `There is no argument ${quoted(name, 60)}.${didYouMean(name, known)} The arguments are ${known.join(", ")}.`,
        );
      }
      const completion = await complete(name, value, context?.arguments?.collection, run);
      return { completion };
    },
  };
}

async function complete(
  name: string,
  value: string,
  collection: string | undefined,
  run: Run,
): Promise<{ values: string[]; hasMore: boolean }> {
  const suggest = async (of: string, text: string) => {
    const input = { of, text: text.slice(0, 200), ...(collection && { collection }) };
    const { output } = await answerOf(run("suggest_names", input));
    return { values: output.names as string[], hasMore: output.has_more as boolean };
  };
  if (name !== "filter") {
    const kind = kinds[name];
    return kind === undefined ? { values: [], hasMore: false } : suggest(kind, value);
  }
  const { before, word, quote } = splitFilter(value);
  const { values, hasMore } = await suggest("property", word);
  return { values: values.map((each) => before + quote(each)), hasMore };
}

function variablesOfTemplate(uri: string, routes: readonly Route[]): string[] {
  const route = routes.find((each) => templateOf(each) === uri);
  if (route) return [...variablesOf(route), ...(route.query ?? [])];
  throw invalidParams(
    `There is no resource template ${quoted(uri, 200)}: resources/templates/list lists them.`,
  );
}

/** The word at the end of a filter, which may become a property's name. */
function splitFilter(filter: string) {
  const [word] = /[\p{L}_][\p{L}\p{N}_.:]*$/u.exec(filter) ?? [""];
  return { before: filter.slice(0, filter.length - word.length), word, quote: quoteName };
}

/** Other names need double quotes (OGC 21-065r2, identifiers). */
function quoteName(name: string): string {
  return /^[\p{L}_:][\p{L}\p{N}_.:]*$/u.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
