import type { OutputBundle, Plugin } from "rolldown";

interface BundledLicences {
  readonly plugin: Plugin;
  /** The `worker.plugins` of Vite. */
  readonly workers: () => Plugin[];
}

export function bundledLicences(besides?: readonly string[]): BundledLicences;
export function filesIn(bundle: OutputBundle): string[];
export function licencesOf(files: Iterable<string>, besides?: readonly string[]): string;
export function packagesIn(
  text: string,
): { readonly name: string; readonly version: string; readonly license: string }[];
export function isNotice(name: string): boolean;
