import { createHmac, timingSafeEqual } from "node:crypto";
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, stat, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { problem } from "@emberline/http-tools";
import { type ExportSink, type ExportStore, ToolError } from "@emberline/tools";
import { isAbandoned, openExportFolder, ownerTag } from "@emberline/tools/node";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context } from "hono";
import type { Settings } from "./read-settings.ts";

/** Counts the bytes of each caller's exports, so that one caller cannot take all the space. */
class ExportShares {
  readonly #maxMb: number;
  readonly #taken = new Map<string, number>();

  constructor(maxMb: number) {
    this.#maxMb = maxMb;
  }

  /** @throws {ToolError} when the caller's exports would exceed its share (`invalid_input`) */
  take(caller: string, bytes: number): void {
    const taken = (this.#taken.get(caller) ?? 0) + bytes;
    if (taken > this.#maxMb * 1_000_000) {
      throw new ToolError(
        "invalid_input",
        `Your exports would take more than ${this.#maxMb} MB in total: select less, use csv, the most compact format, or wait until earlier exports expire.`,
      );
    }
    this.#taken.set(caller, taken);
  }

  giveBack(caller: string, bytes: number): void {
    const left = (this.#taken.get(caller) ?? 0) - bytes;
    if (left > 0) this.#taken.set(caller, left);
    else this.#taken.delete(caller);
  }
}

/** Where exports are downloaded: `/exports/{id}?expires=…&signature=…`. */
export const exportsPath = "/exports";

/** Bytes. */
export interface ExportSpace {
  readonly used: number;
  readonly most: number;
  readonly free: number;
}

/** Files in a folder, each available through its signed URL until it expires. */
interface Exports {
  /** A store for one caller; its URLs start with `url`, for example `https://fires.example`. */
  under(url: string, caller: string): ExportStore;
  /** Answers `GET /exports/:id`. */
  serve(c: Context): Promise<Response>;
  /** Null before the first export, and while the folder cannot be read. */
  space(): Promise<ExportSpace | null>;
}

const lost =
  "The file is not here: another replica may have it, or the server has restarted since. Try again, or export it again.";

/** By extension, for files of other replicas. */
const mimeTypes: Readonly<Record<string, string>> = {
  ".csv": "text/csv; charset=utf-8",
  ".geojson": "application/geo+json",
  ".geojsonl": "application/x-ndjson",
  ".kml": "application/vnd.google-earth.kml+xml",
  ".png": "image/png",
  ".svg": "image/svg+xml",
};

/**
 * The folder is opened with the first export: a temporary one, deleted when the process exits, or
 * one that replicas share. A file is deleted when its URL expires. Its id is the random end of its
 * name, so every replica that sees the folder finds it.
 *
 * @param linkKeys of signatures of URLs: the first signs, and each is accepted
 */
export function openExports(
  { exportDir, exportMaxMb: maxMb, exportMaxMbPerCaller, exportMinutes }: Settings,
  linkKeys: () => readonly Uint8Array[],
): Exports {
  const shares = new ExportShares(exportMaxMbPerCaller);
  const signatures = (id: string, expires: string) =>
    linkKeys().map((key) => createHmac("sha256", key).update(`${id} ${expires}`).digest());
  const lifeMs = exportMinutes * 60_000;
  let opening: Promise<ExportFolder> | undefined;
  const open = () => {
    const options = { maxMb, lifeMs };
    opening ??= exportDir ? openSharedFolder(exportDir, options) : openTemporaryFolder(options);
    return opening.catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
  };

  return {
    under: (url, caller) => ({
      async create(proposal, mimeType) {
        const { store } = await open();
        const sink = withShare(await store.create(proposal, mimeType), shares, caller);
        return {
          write: (bytes) => sink.write(bytes),
          async commit() {
            const { name } = await sink.commit();
            const id = idOf(name);
            setTimeout(() => void sink.discard(), lifeMs).unref();
            const expires = String(Math.ceil((Date.now() + lifeMs) / 1000));
            const signature = signatures(id, expires)[0]!.toString("base64url");
            return {
              name,
              uri: `${url}${exportsPath}/${id}?expires=${expires}&signature=${signature}`,
              expires: new Date(Number(expires) * 1000).toISOString().replace(".000Z", "Z"),
            };
          },
          discard: () => sink.discard(),
        };
      },
    }),
    async serve(c) {
      const id = c.req.param("id") ?? "";
      const expires = c.req.query("expires") ?? "";
      const shown = Buffer.from(c.req.query("signature") ?? "", "base64url");
      const isOurs = signatures(id, expires).some(
        (right) => shown.length === right.length && timingSafeEqual(shown, right),
      );
      if (!isOurs) {
        return problem(
          "forbidden",
          "This URL was not issued by this server, or its credentials have changed since: use the complete url of the answer, or export again.",
        );
      }
      const isExpired = Number(expires) * 1000 <= Date.now();
      if (isExpired) return problem("expired", "The file has expired: export it again.");
      const { path } = await open();
      const name = (await readdir(path)).find((each) => idOf(each) === id);
      const response = name === undefined ? null : await send(c, path, name);
      return response ?? problem("not_found", lost);
    },
    async space() {
      const folder = await opening?.catch(() => null);
      return folder ? spaceOf(folder.path, maxMb).catch(() => null) : null;
    },
  };
}

async function spaceOf(path: string, maxMb: number): Promise<ExportSpace> {
  const { bavail, bsize } = await statfs(path);
  const names = await readdir(path);
  // A file may expire meanwhile.
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(path, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const used = sizes.reduce((sum, size) => sum + size, 0);
  return { used, most: maxMb * 1_000_000, free: bavail * bsize };
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

/** The random end of a file's name, with its extension. */
function idOf(name: string): string {
  return /-([0-9a-f]{12}\.[a-z]+)$/.exec(name)?.[1] ?? "";
}

/** The file as a download, or the requested range; null if the file is gone. */
async function send(c: Context, folder: string, name: string): Promise<Response | null> {
  const response = await serveStatic({ path: join(folder, name) })(c, async () => {});
  const mimeType = mimeTypes[extname(name)] ?? "application/octet-stream";
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

interface ExportFolder {
  readonly path: string;
  readonly store: ExportStore;
}

interface FolderOptions {
  readonly maxMb: number;
  /** How long files stay. */
  readonly lifeMs: number;
}

/** A store in a temporary folder that is deleted when the process exits. */
async function openTemporaryFolder({ maxMb }: FolderOptions): Promise<ExportFolder> {
  const path = await mkdtemp(join(tmpdir(), `emberline-exports-${ownerTag}-`));
  process.once("exit", () => rmSync(path, { recursive: true, force: true }));
  return { path, store: await openExportFolder(path, { maxMb }) };
}

/** A store in a folder of its own under `parent`, which replicas share. */
async function openSharedFolder(
  parent: string,
  { maxMb, lifeMs }: FolderOptions,
): Promise<ExportFolder> {
  const path = join(parent, "emberline-exports");
  await mkdir(path, { recursive: true, mode: 0o700 });
  await removeExpired(path, lifeMs);
  return { path, store: await openExportFolder(path, { maxMb }) };
}

/** Deletes the files that replicas left when they were killed. */
async function removeExpired(path: string, lifeMs: number): Promise<void> {
  const names = await readdir(path);
  await Promise.allSettled(
    names.map(async (name) => {
      const file = join(path, name);
      if ((await stat(file)).mtimeMs + lifeMs < Date.now()) await rm(file);
    }),
  );
}

/** Deletes the folders left by killed processes on this machine. */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  const left = names.filter((name) => {
    const [, tag] = /^emberline-exports-([A-Za-z0-9-]+)-\w{6}$/.exec(name) ?? [];
    return tag !== undefined && isAbandoned(tag);
  });
  // Folders of other users cannot be deleted.
  await Promise.allSettled(
    left.map((name) => rm(join(tmpdir(), name), { recursive: true, force: true })),
  );
}
