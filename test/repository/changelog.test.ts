import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { addSection, notesOf, sectionOf, waitingChanges } from "../../scripts/changelog.mjs";

const folder = mkdtempSync(join(tmpdir(), "emberline-changelog-"));
after(() => rmSync(folder, { recursive: true }));

writeFileSync(join(folder, "b.md"), '---\n"@emberline/geo": minor\n---\n\nAdd a sum.\n');
writeFileSync(
  join(folder, "c.md"),
  '---\n"@emberline/core": patch\n"emberline": minor\n---\n\nServe\npages.\n',
);
writeFileSync(join(folder, "a.md"), '---\n"emberline-mcp": patch\n---\n\nEnd streams.\n');
writeFileSync(join(folder, "README.md"), "# Changesets\n");

const section = `## 0.2.0 (2026-12-01)

### New

- Serve pages. (\`@emberline/core\`, \`emberline\`)
- Add a sum. (\`@emberline/geo\`)

### Fixes

- End streams. (\`emberline-mcp\`)
`;

test("changesets make one section, what programs show first", () => {
  assert.equal(sectionOf("0.2.0", "2026-12-01", waitingChanges(folder)), section);
});

test("a section goes before that of the last version, and is the notes of its own", () => {
  const file = join(folder, "CHANGELOG");
  writeFileSync(file, "# Changelog\n\n## 0.1.0\n\nThe first.\n");
  addSection(section, file);
  assert.equal(readFileSync(file, "utf8"), `# Changelog\n\n${section}\n## 0.1.0\n\nThe first.\n`);
  assert.equal(notesOf("0.2.0", file), section.slice(section.indexOf("###")).trim());
  assert.equal(notesOf("0.1.0", file), "The first.");
  assert.throws(() => notesOf("0.3.0", file), /no section 0\.3\.0/);
});
