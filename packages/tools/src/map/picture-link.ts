import type { Attachment, ToolContext } from "../call/context.ts";
import { ToolError } from "../call/tool-error.ts";

/** Where a picture can be downloaded until it expires. */
export interface PictureLink {
  readonly members: { readonly picture_url: string; readonly picture_expires?: string };
  discard(): Promise<void>;
}

/**
 * A link for clients that keep only the structured answer; null if the surface serves none or has
 * no room.
 */
export async function linkTo(
  picture: Attachment & { readonly kind: "picture" },
  { pictureLinks }: Pick<ToolContext, "pictureLinks">,
): Promise<PictureLink | null> {
  const { mimeType, bytes } = picture;
  if (!pictureLinks) return null;
  const extension = mimeType === "image/png" ? "png" : "svg";
  try {
    const sink = await pictureLinks.create(`map.${extension}`, mimeType);
    const discard = () => sink.discard();
    try {
      await sink.write(bytes);
      const { uri, expires } = await sink.commit();
      const members = {
        picture_url: uri,
        ...(expires !== undefined && { picture_expires: expires }),
      };
      return { members, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  } catch (error) {
    // The picture itself is in the answer.
    if (error instanceof ToolError) return null;
    throw error;
  }
}
