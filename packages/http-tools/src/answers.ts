import type { Attachment } from "@emberline/tools";

export const jsonType = "application/json";
export const formType = "multipart/form-data";

export function json(text: string, headers: Record<string, string> = {}): Response {
  return new Response(text, { headers: { "content-type": jsonType, ...headers } });
}

/** Opened as a page, a picture must not load or run anything. */
export function picture({ mimeType, bytes }: Extract<Attachment, { kind: "picture" }>): Response {
  return new Response(bytes.slice(), {
    headers: {
      "content-type": mimeType,
      vary: "accept",
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
      "x-content-type-options": "nosniff",
    },
  });
}

/** Both in one body, which `Response.formData` reads: for callers that hand them to a model. */
export function answerWithPicture(
  answer: string,
  { mimeType, bytes }: Extract<Attachment, { kind: "picture" }>,
): Response {
  const form = new FormData();
  form.set("answer", answer);
  // Bun reads the type of a part from the file's extension.
  const name = `picture.${mimeType.replace(/^image\/|\+.*$/g, "")}`;
  form.set("picture", new Blob([bytes.slice()], { type: mimeType }), name);
  return new Response(form, { headers: { vary: "accept" } });
}
