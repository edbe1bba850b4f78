/** A tool as a model sees it. */
export interface Tool {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

export interface ToolResult {
  readonly text: string;
  readonly isError: boolean;
}

/** What a model has in one conversation. */
export interface ToolSet {
  /** What the server wants its callers to know, as hosts tell it. */
  readonly instructions?: string;
  /** May grow during a conversation. */
  tools(): readonly Tool[];
  /** Errors of a tool are results; it rejects only when there is no system any more. */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<ToolResult>;
}

/** Tools that answer questions about fires, or none: what is compared. */
export interface System extends AsyncDisposable {
  /** `fires 1.2.3`, for settings and reports; of a server its own words. */
  readonly name: string;
  open(): ToolSet;
}

export const noTools: System = {
  name: "no tools",
  open: () => ({
    tools: () => [],
    call: async (name) => ({ text: `There is no tool ${name}.`, isError: true }),
  }),
  async [Symbol.asyncDispose]() {},
};
