import { useState } from "preact/hooks";

/**
 * The text of a value as it is typed ("1." is not rewritten to "1"), until another hand changes the
 * value: the form, JSON, a link, a candidate.
 */
export function useTyped<Value>(value: Value, print: (value: Value) => string) {
  const [typed, setTyped] = useState<{ text: string; value: Value } | null>(null);
  const isCurrent = typed !== null && typed.value === value;
  return {
    text: isCurrent ? typed.text : print(value),
    type(text: string, meant: Value) {
      setTyped({ text, value: meant });
    },
  };
}
