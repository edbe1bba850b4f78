interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package as it would be published. */
export interface Packed {
  readonly name: string;
  readonly version: string;
  /** Relative to the root. */
  readonly folder: string;
  /** The path of the `.tgz`. */
  readonly archive: string;
  readonly unpackedBytes: number;
  /** The paths inside the package. */
  readonly files: readonly string[];
  readonly manifest: Manifest;
}

export const publishedFolders: readonly string[];
export function packAll(folder: string): Promise<Packed[]>;
