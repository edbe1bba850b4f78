import { type Signal, signal } from "@preact/signals";
import type { Api } from "../../server/api.ts";
import { type Example, examplesFor, figureFor } from "./examples.ts";
import { survey } from "./survey.ts";

/** The figure of the first view. */
export interface Figure {
  readonly what: string;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export interface Start {
  /** Null while they are looked for. */
  readonly examples: Signal<readonly Example[] | null>;
  readonly figure: Signal<Figure | null>;
  /** Looks for them; once is enough. */
  load(): Promise<void>;
}

/** What the first view offers, from what is loaded. */
export function createStart(api: Api): Start {
  const examples = signal<readonly Example[] | null>(null);
  const figure = signal<Figure | null>(null);
  let isLoading = false;
  return {
    examples,
    figure,
    async load() {
      if (isLoading || (examples.value?.length ?? 0) > 0) return;
      isLoading = true;
      try {
        const found = await survey(api, new AbortController().signal);
        examples.value = examplesFor(found);
        figure.value = figureFor(found);
      } finally {
        isLoading = false;
      }
    },
  };
}
