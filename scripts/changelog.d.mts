/** A change that waits for a release. */
export interface Change {
  readonly packages: readonly string[];
  readonly step: "major" | "minor" | "patch";
  readonly text: string;
}

export function waitingChanges(folder?: string): Change[];
export function sectionOf(version: string, date: string, changes: readonly Change[]): string;
export function addSection(section: string, file?: string): void;
export function notesOf(version: string, file?: string): string;
