/** What a stand-in answers, before faults. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export function textAnswer(body: string, status = 200): Answer {
  return { status, type: "text/plain;charset=UTF-8", body };
}

export function jsonAnswer(value: unknown, status = 200): Answer {
  return { status, type: "application/json", body: JSON.stringify(value) };
}

export function htmlAnswer(title: string, status: number): Answer {
  const body = `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body>${title}</body></html>`;
  return { status, type: "text/html; charset=utf-8", body };
}
