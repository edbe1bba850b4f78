import { html } from "hono/html";
import { htmlType, jsonType, negotiate } from "../http/answers.ts";
import { featuresBase, type ServiceContext } from "../http/environment.ts";
import { Problem } from "../values/problems.ts";
import { page } from "./layout.ts";

/** Any error as a response; errors other than `Problem` are server errors without details. */
export async function errorAnswer(error: unknown, context: ServiceContext): Promise<Response> {
  const problem = problemOf(error);
  return prefersHtml(context) ? errorPage(context, problem) : errorBody(context, problem);
}

const titles: Partial<Record<number, string>> = {
  400: "The request has a mistake",
  401: "Sign in",
  403: "Not allowed",
  404: "Not found",
  422: "The request has a mistake",
  429: "Too many requests",
};

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem(500, "server-error", "The service failed because of an internal error.");
}

/** `{code, description}` in the feature API, `{code, message}` for simulations, both elsewhere. */
function errorBody(context: ServiceContext, { status, code, message, headers }: Problem): Response {
  const { path } = context.req;
  const isShared = status === 401 || path.endsWith("/v1/token");
  const isSimulation = isShared || path.includes("/v1/fire-spread/");
  const isFeature = isShared || !isSimulation;
  const body = {
    code,
    ...(isSimulation && { message }),
    ...(isFeature && { description: message }),
  };
  return context.json(body, status, headers);
}

function errorPage(context: ServiceContext, problem: Problem): Promise<Response> {
  const { status, code, message, headers } = problem;
  const [sentence, ...excerpt] = message.split("\n");
  const { resources } = context.get("site");
  const home = featuresBase(context, resources) + (resources.documentedOnly ? "/collections" : "");
  const body = html`<p class="error">${sentence}</p>${
    excerpt.length > 0 ? html`<pre tabindex="0">${excerpt.join("\n")}</pre>` : ""
  }<p class="quiet">${status} <code>${code}</code></p><p><a class="button" href="${home}">Start again</a></p>`;
  return page(context, { title: titles[status] ?? "This did not work", body }, status, headers);
}

/** Whether an error is shown as a page: if the request accepts HTML and its `f` is valid. */
export function prefersHtml(context: ServiceContext): boolean {
  try {
    return negotiate(context, [jsonType, htmlType]) === htmlType;
  } catch {
    return false;
  }
}
