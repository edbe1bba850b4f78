import { isObject } from "../json.ts";
import type { Api } from "./api.ts";
import { ApiError } from "./api-error.ts";

export interface LoadedCollection {
  readonly id: string;
  /** Null if the service does not count. */
  readonly count: number | null;
  /** UTC; null if unknown. */
  readonly newest: string | null;
}

/** What the server serves. */
export interface Status {
  readonly isSynthetic: boolean;
  readonly collections: readonly LoadedCollection[];
  /** Origins of models that the page may call, apart from this machine. */
  readonly chatOrigins: readonly string[];
}

/** The server's status; null if it does not say. */
export async function readStatus(api: Api): Promise<Status | null> {
  try {
    const { value } = await api.read("/playground/status");
    const listed = Array.isArray(value.collections) ? value.collections.filter(isObject) : [];
    const origins = Array.isArray(value.chat_origins) ? value.chat_origins : [];
    return {
      isSynthetic: value.data === "synthetic",
      collections: listed.map(({ id, count, newest }) => ({
        id: String(id),
        count: typeof count === "number" ? count : null,
        newest: typeof newest === "string" && newest !== "unknown" ? newest : null,
      })),
      chatOrigins: origins.filter((each) => typeof each === "string"),
    };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
