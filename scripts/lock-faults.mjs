import satisfies from "spdx-satisfies";

/**
 * Licences allowed for production packages. MPL-2.0 applies only to its own files, and CC-BY-4.0
 * asks for credit.
 */
const allowedLicences = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC-BY-4.0",
  "ISC",
  "MIT",
  "MPL-2.0",
  "Unlicense",
];

/** Licences without an SPDX name, as read by a person. */
const readLicences = {
  // Bitstream Vera and Arev: free to use and to pass on.
  "dejavu-fonts-ttf": "SEE LICENSE IN README.md AND LICENSE",
};

/**
 * The problems of a lock file (lockfileVersion 3), one sentence each: packages without a SHA-512,
 * from outside the registry or, in production, with a licence that is not allowed.
 *
 * @param {{ packages: Record<string, object> }} lock
 */
export function lockFaults({ packages }) {
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && !link)
    .flatMap(([path, entry]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const faults = [];
      if (!/^sha512-[\w+/]{86}==$/.test(entry.integrity ?? "")) faults.push("no SHA-512 hash");
      // Without an address npm takes the registry's; an address is a git repository or some server.
      if (entry.resolved) faults.push("an address of its own: run node scripts/lock.mjs");
      if (!entry.dev && !isAllowed(name, entry.license))
        faults.push(
          `the licence ${entry.license ?? "(none)"}, which is not on the list of allowed ones`,
        );
      return faults.map((fault) => `${name} has ${fault}`);
    });
}

function isAllowed(name, licence) {
  if (licence === undefined) return false;
  if (readLicences[name] === licence) return true;
  try {
    return satisfies(licence, allowedLicences);
  } catch {
    return false;
  }
}
