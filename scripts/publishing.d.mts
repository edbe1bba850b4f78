interface Named {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

export function inOrderOfDependencies<M extends Named>(manifests: readonly M[]): M[];
export function isPublished(registry: string, manifest: Named): Promise<boolean>;
