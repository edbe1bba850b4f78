import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import { problem } from "@emberline/http-tools";
import type { ExportSink, ExportStore } from "@emberline/tools";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context } from "hono";
import { openTemporaryFolder } from "./export-folder.ts";
import { ExportShares } from "./export-shares.ts";
import type { Settings } from "./read-settings.ts";

/** Where exports are downloaded: `/exports/{id}?expires=…&signature=…`. */
export const exportsPath = "/exports";

/** Files in a temporary folder, each available through its signed URL until it expires. */
export interface Exports {
  /** A store for one caller; its URLs start with `url`, for example `https://fires.example`. */
  under(url: string, caller: string): ExportStore;
  /** Answers `GET /exports/:id`. */
  serve(c: Context): Promise<Response>;
}

const lost =
  "The file is not here: another replica may have it, or the server has restarted since. Try again, or export it again.";

interface Kept {
  readonly path: string;
  readonly name: string;
  readonly mimeType: string;
}

/**
 * The folder is created with the first export and deleted when the process exits; a file is deleted
 * when its URL expires.
 *
 * @param linkKey signs URLs; equal in all replicas
 */
export function temporaryExports(
  { exportMaxMb, exportMaxMbPerCaller, exportMinutes }: Settings,
  linkKey: Uint8Array,
): Exports {
  const shares = new ExportShares(exportMaxMbPerCaller);
  const sign = (id: string, expires: string) =>
    createHmac("sha256", linkKey).update(`${id} ${expires}`).digest();
  const files = new Map<string, Kept>();
  let folder: Promise<ExportStore> | undefined;

  /** Returns the id and expiry for the URL, and schedules the deletion of the file. */
  const keep = (file: Kept, sink: ExportSink) => {
    const id = randomUUID();
    const lifeMs = exportMinutes * 60_000;
    const expires = String(Math.ceil((Date.now() + lifeMs) / 1000));
    files.set(id, file);
    const forget = async () => {
      files.delete(id);
      await sink.discard();
    };
    setTimeout(forget, lifeMs).unref();
    return { id, expires, forget };
  };

  return {
    under: (url, caller) => ({
      async create(proposal, mimeType) {
        folder ??= openTemporaryFolder(exportMaxMb);
        const file = await (await folder).create(proposal, mimeType);
        const sink = withShare(file, shares, caller);
        let discard = () => sink.discard();
        return {
          write: (bytes) => sink.write(bytes),
          async commit() {
            const { name, path } = await sink.commit();
            const { id, expires, forget } = keep({ path: path!, name, mimeType }, sink);
            discard = forget;
            const signature = sign(id, expires).toString("base64url");
            return {
              name,
              uri: `${url}${exportsPath}/${id}?expires=${expires}&signature=${signature}`,
              expires: new Date(Number(expires) * 1000).toISOString().replace(".000Z", "Z"),
            };
          },
          discard: () => discard(),
        };
      },
    }),
    async serve(c) {
      const id = c.req.param("id") ?? "";
      const expires = c.req.query("expires") ?? "";
      const shown = Buffer.from(c.req.query("signature") ?? "", "base64url");
      const right = sign(id, expires);
      if (shown.length !== right.length || !timingSafeEqual(shown, right)) {
        return problem(
          "forbidden",
          "This URL was not issued by this server, or its credentials have changed since: use the complete url of the answer, or export again.",
        );
      }
      const isExpired = Number(expires) * 1000 <= Date.now();
      if (isExpired) return problem("expired", "The file has expired: export it again.");
      const file = files.get(id);
      const response = file ? await send(c, file) : null;
      return response ?? problem("not_found", lost);
    },
  };
}

/** A sink that counts its bytes towards the caller's share until it is discarded. */
function withShare(sink: ExportSink, shares: ExportShares, caller: string): ExportSink {
  let taken = 0;
  return {
    async write(bytes) {
      shares.take(caller, bytes.length);
      taken += bytes.length;
      await sink.write(bytes);
    },
    commit: () => sink.commit(),
    async discard() {
      await sink.discard();
      shares.giveBack(caller, taken);
      taken = 0;
    },
  };
}

/** The file as a download, or the requested range; null if the file is gone. */
async function send(c: Context, { path, name, mimeType }: Kept): Promise<Response | null> {
  const response = await serveStatic({ path })(c, async () => {});
  if (!(response instanceof Response)) return null;
  const { headers } = response;
  headers.set("content-type", mimeType);
  const disposition = mimeType.startsWith("image/") ? "inline" : "attachment";
  headers.set("content-disposition", `${disposition}; filename="${name}"`);
  // The URL is the credential, so shared caches must not store the file.
  headers.set("cache-control", "private, no-store");
  headers.set("x-content-type-options", "nosniff");
  headers.set("accept-ranges", "bytes");
  return response;
}
