export function lockFaults(lock: { readonly packages: Readonly<Record<string, object>> }): string[];
