import { type Attachment, type CallResult, toBase64 } from "@emberline/tools";
import type { CallToolResult } from "@modelcontextprotocol/server";

/** Pages read the structured content, which may be long: it comes once. */
export function toPageResult(result: CallResult): CallToolResult {
  if (!result.ok) return toMcpResult(result);
  const content = [{ type: "text" as const, text: "Data for the page, as structured content." }];
  return { content, structuredContent: result.output };
}

/** Some clients show only the text, others only the structured content, so both are complete. */
export function toMcpResult(result: CallResult): CallToolResult {
  if (!result.ok) {
    return {
      isError: true,
      content: [{ type: "text", text: `${result.error.code}: ${result.error.message}` }],
    };
  }
  const { attachment } = result;
  return {
    content: [{ type: "text", text: result.text }, ...(attachment ? [toContent(attachment)] : [])],
    structuredContent: result.output,
  };
}

function toContent(attachment: Attachment): CallToolResult["content"][number] {
  const { kind, mimeType } = attachment;
  if (kind === "picture") return { type: "image", mimeType, data: toBase64(attachment.bytes) };
  const { uri, name, sizeBytes } = attachment;
  return { type: "resource_link", uri, name, mimeType, size: sizeBytes };
}
