import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "@emberline/test-support/programs";
import { type Copy, DockerfileParser, type Instruction } from "dockerfile-ast";
import { validate } from "dockerfile-utils";

const text = await readFile(join(root, "deploy/Dockerfile"), "utf8");

/**
 * Rules of hadolint (github.com/hadolint/hadolint, 2.12) that matter for a file of this kind, by
 * their numbers there. Its own program is not on npm. `linters.suite.ts` has the rules for shells.
 */
const rules: Readonly<Record<string, (instructions: readonly Instruction[]) => boolean>> = {
  "DL3000: WORKDIR is absolute": (all) =>
    of(all, "WORKDIR").every((each) => argumentsOf(each).startsWith("/")),
  "DL3002: the last USER is not root": (all) =>
    /^[1-9]\d*(:[1-9]\d*)?$/.test(argumentsOf(of(all, "USER").at(-1))),
  "DL3003: no cd in RUN": (all) => !runs(all, /(^|[;&|]\s*)cd\s/),
  "DL3004: no sudo": (all) => !runs(all, /\bsudo\b/),
  "DL3006, DL3007: images have a tag, which is not latest": (all) =>
    of(all, "FROM").every((each) => /^\S+:(?!latest)[\w.-]*\d[\w.-]*/.test(argumentsOf(each))),
  "DL3016: npm installs by the lock file alone": (all) => !runs(all, /\bnpm (i|install|add)\b/),
  "DL3020: COPY, not ADD": (all) => of(all, "ADD").length === 0,
  "DL3021: COPY of several files goes to a folder": (all) =>
    of(all, "COPY").every((each) => {
      const paths = pathsOf(each);
      return paths.length <= 2 || paths.at(-1)!.endsWith("/");
    }),
  "DL3022: COPY --from names a stage": (all) =>
    of(all, "COPY").every((each) => {
      const from = (each as Copy).getFromFlag()?.getValue();
      return from == null || of(all, "FROM").some((stage) => nameOf(stage) === from);
    }),
  "DL3025: ENTRYPOINT and CMD are JSON": (all) =>
    [...of(all, "ENTRYPOINT"), ...of(all, "CMD")].every((each) => isJson(argumentsOf(each))),
  "DL3057: there is a health check": (all) => of(all, "HEALTHCHECK").length > 0,
  "DL4000: no MAINTAINER": (all) => of(all, "MAINTAINER").length === 0,
  "DL4003, DL4004: one CMD and one ENTRYPOINT": (all) =>
    of(all, "CMD").length <= 1 && of(all, "ENTRYPOINT").length <= 1,
  "DL4006: no pipe, which would hide a failure": (all) => !runs(all, /[^|]\|[^|]/),
};

/** A line that breaks each rule, in place of one of the file or after it. */
const broken: Readonly<Record<string, readonly [from: string, to: string]>> = {
  DL3000: ["WORKDIR /app", "WORKDIR app"],
  DL3002: ["USER 1000:1000", "USER root"],
  DL3003: ["RUN npm ci", "RUN cd /app && npm ci"],
  DL3004: ["RUN install", "RUN sudo install"],
  DL3006: ["FROM node:20.20.2-bookworm-slim AS", "FROM node:latest AS"],
  DL3016: ["RUN npm ci", "RUN npm install"],
  DL3020: ["COPY . .", "ADD . ."],
  DL3021: ["/app/package.json ./", "/app/package.json target"],
  DL3022: ["COPY --from=build /app/apps", "COPY --from=builder /app/apps"],
  DL3025: ['ENTRYPOINT ["node"]', "ENTRYPOINT node"],
  DL3057: ["HEALTHCHECK --interval=5s --timeout=3s --start-period=30s \\\n  CMD", "CMD"],
  DL4000: ["EXPOSE 3000", "MAINTAINER somebody"],
  DL4003: ["EXPOSE 3000", 'CMD ["other.js"]'],
  DL4006: ["RUN install", "RUN true | install"],
};

const of = (all: readonly Instruction[], keyword: string) =>
  all.filter((each) => each.getKeyword() === keyword);
const argumentsOf = (each: Instruction | undefined) => each?.getArgumentsContent() ?? "";
const runs = (all: readonly Instruction[], pattern: RegExp) =>
  of(all, "RUN").some((each) => pattern.test(argumentsOf(each)));
const pathsOf = (each: Instruction) =>
  argumentsOf(each)
    .split(/\s+/)
    .filter((part) => !part.startsWith("--"));
const nameOf = (stage: Instruction) => / AS (\S+)$/i.exec(argumentsOf(stage))?.[1];

function isJson(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** The rules that a Dockerfile breaks. */
function faultsOf(dockerfile: string): string[] {
  const instructions = DockerfileParser.parse(dockerfile).getInstructions();
  return Object.entries(rules)
    .filter(([, holds]) => !holds(instructions))
    .map(([rule]) => rule);
}

test("the Dockerfile is valid, as a validator of Dockerfiles finds", () => {
  assert.deepEqual(validate(text), []);
  assert.notDeepEqual(validate(text.replace("WORKDIR", "WORKDR")), []);
});

test("the Dockerfile keeps the rules of hadolint, and a broken one is found", () => {
  assert.deepEqual(faultsOf(text), []);
  assert.equal(Object.keys(broken).length, Object.keys(rules).length);
  for (const [number, [from, to]] of Object.entries(broken)) {
    assert.ok(text.includes(from), from);
    const faults = faultsOf(text.replace(from, to));
    assert.ok(
      faults.some((rule) => rule.startsWith(number)),
      `${number}: ${faults}`,
    );
  }
});

test("the image has no tools of the build: packages without development, scripts, sources or tests", () => {
  const [build, image] = text.split(/\n(?=FROM node:\S+\n)/) as [string, string];
  for (const [install] of build.matchAll(/npm ci[^&]*/g))
    assert.match(install, /--omit=dev --ignore-scripts/);
  assert.match(build, /npm pkg delete devDependencies peerDependencies scripts --workspaces/);
  for (const folder of ["apps/*/src", "packages/*/src", "packages/*/test"])
    assert.ok(build.includes(folder));
  assert.ok(!image.includes("npm"));
});
