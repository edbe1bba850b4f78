/** A description of an API that this server offers. */
export interface ApiDocument {
  readonly name: string;
  readonly title: string;
  /** Relative to this page. */
  readonly url: string;
  readonly needsKey: boolean;
  /** What it describes as pages for people, relative to this page. */
  readonly pages?: string;
}

export async function loadDocuments(): Promise<{ readonly documents: readonly ApiDocument[] }> {
  return (await fetch("documents")).json();
}

/** Why the server does not show a document for this key, as a sentence; null if it does. */
export async function refusalOf({ url }: ApiDocument, key: string): Promise<string | null> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.ok) return null;
  const { detail } = (await response.json()) as { detail: string };
  return detail;
}
