// What a release has to know before it publishes.

/**
 * Packages after those that they need, so that nobody installs one whose parts are missing.
 *
 * @template {{ name: string, dependencies?: Readonly<Record<string, string>> }} M
 * @param {readonly M[]} manifests
 * @returns {M[]}
 */
export function inOrderOfDependencies(manifests) {
  const ordered = new Set();
  const add = (manifest) => {
    const needed = Object.keys(manifest.dependencies ?? {});
    for (const each of manifests) if (needed.includes(each.name)) add(each);
    ordered.add(manifest);
  };
  for (const manifest of manifests) add(manifest);
  return [...ordered];
}

/**
 * Whether a registry has a version of a package.
 *
 * @param {string} registry its address
 * @param {{ name: string, version: string }} manifest
 * @throws {Error} when the registry says neither that it has the package nor that it has not
 */
export async function isPublished(registry, { name, version }) {
  const url = new URL(name.replace("/", "%2f"), registry.endsWith("/") ? registry : `${registry}/`);
  const answer = await fetch(url, { redirect: "error" }).catch(({ cause, message }) => {
    throw new Error(`The registry cannot be asked for ${name}: ${cause?.message ?? message}.`);
  });
  if (answer.status === 404) return false;
  if (!answer.ok)
    throw new Error(`The registry answers ${answer.status} for ${name}: try again later.`);
  const versions = (await answer.json())?.versions;
  if (typeof versions !== "object" || versions === null)
    throw new Error(`The registry lists no versions of ${name}.`);
  return Object.hasOwn(versions, version);
}
