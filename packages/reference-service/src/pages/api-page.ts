import { html } from "hono/html";
import type { Html } from "./html.ts";

interface Operation {
  summary: string;
  parameters?: readonly ({ $ref: string } | { name: string; description: string })[];
}

interface ApiDocument {
  paths: Record<string, object>;
  components: { parameters: Record<string, { name: string; description: string }> };
}

/** The operations of an OpenAPI document, each with its parameters. */
export function apiBody({ paths, components }: ApiDocument): Html {
  const resolve = (parameter: NonNullable<Operation["parameters"]>[number]) =>
    "$ref" in parameter ? components.parameters[parameter.$ref.split("/").at(-1)!]! : parameter;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Operation>).map(
      ([method, { summary, parameters = [] }]) =>
        html`<details class="operation"><summary><span><code>${method.toUpperCase()} ${path}</code><br><span class="unit">${summary}</span></span></summary>${
          parameters.length > 0
            ? html`<dl class="facts">${parameters
                .map(resolve)
                .map(
                  ({ name, description }) =>
                    html`<div><dt><code>${name}</code></dt><dd>${description}</dd></div>`,
                )}</dl>`
            : html`<p>Its body and its answer are in the OpenAPI document.</p>`
        }</details>`,
    ),
  );
  return html`<p>Every operation takes a bearer token of the token endpoint, or the cookie of a person who signed in.</p>${operations}`;
}
