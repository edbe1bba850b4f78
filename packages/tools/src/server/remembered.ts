/** What a server can do is asked again after this time. */
const freshMs = 600_000;

/** Answers to questions, each asked once by all who want it; a failure is not remembered. */
export class Remembered {
  readonly #known = new Map<string, { atMs: number; answer: Promise<unknown> }>();

  async once<Answer>(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const nowMs = performance.now();
    const known = this.#known.get(key);
    if (known && nowMs - known.atMs < freshMs) return known.answer as Promise<Answer>;
    const asked: { atMs: number; answer: Promise<Answer> } = { atMs: nowMs, answer: ask() };
    this.#known.set(key, asked);
    try {
      return await asked.answer;
    } catch (error) {
      if (this.#known.get(key) === asked) this.#known.delete(key);
      throw error;
    }
  }

  forget(key: string): void {
    this.#known.delete(key);
  }
}
