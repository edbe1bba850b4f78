/** The result of one check. */
export interface Finding {
  readonly name:
    | "configuration"
    | "data"
    | "reach"
    | "token"
    | "collections"
    | "clock"
    | "abilities"
    | "advice"
    | "simulations";
  /** Null if it is a remark, or an earlier failure left nothing to check. */
  readonly isGood: boolean | null;
  readonly text: string;
}

export function good(name: Finding["name"], text: string): Finding {
  return { name, isGood: true, text };
}

export function bad(name: Finding["name"], text: string): Finding {
  return { name, isGood: false, text };
}

export function unchecked(name: Finding["name"]): Finding {
  return { name, isGood: null, text: "not checked" };
}

export function lineOf({ name, isGood, text }: Finding): string {
  const mark = isGood === null ? "–" : isGood ? "ok" : "FAIL";
  return `${mark.padEnd(5)} ${name.padEnd(14)} ${text}`;
}
