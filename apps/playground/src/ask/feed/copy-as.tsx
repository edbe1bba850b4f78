import { useState } from "preact/hooks";
import { type Call, toCurl } from "../../calls/as-curl.ts";
import { toJsonRpc } from "../../calls/as-json-rpc.ts";
import { toPython } from "../../calls/as-python.ts";
import { toTypeScript } from "../../calls/as-typescript.ts";
import { usePlayground } from "../../state/playground.ts";

const languages = {
  curl: toCurl,
  TypeScript: toTypeScript,
  Python: toPython,
  "MCP JSON-RPC": (_origin: string, call: Call) => toJsonRpc(call),
} as const;
type Language = keyof typeof languages;

/** Copies a call for another program, and shows what was copied. */
export function CopyAs({ call }: { readonly call: Call }) {
  const { api, key } = usePlayground();
  const [shown, setShown] = useState<{ language: Language; isCopied: boolean } | null>(null);
  const textOf = (language: Language) => languages[language](api.origin, call, key.value !== null);
  const copy = async (language: Language) => {
    let isCopied = true;
    try {
      await navigator.clipboard.writeText(textOf(language));
    } catch {
      // Pages without https may not write to the clipboard.
      isCopied = false;
    }
    setShown({ language, isCopied });
  };
  return (
    <fieldset class="copy-as">
      <legend class="visually-hidden">Copy this call as</legend>
      <span class="quiet-text" aria-hidden="true">
        Copy as
      </span>
      {(Object.keys(languages) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          class="small"
          aria-pressed={shown?.language === language}
          onClick={() => void copy(language)}
        >
          {language}
        </button>
      ))}
      {shown && (
        <div class="copied">
          <p role="status" class="quiet-text">
            {shown.isCopied ? "Copied." : "Select the text to copy it."}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll by keyboard too */}
          <pre tabIndex={0}>{textOf(shown.language)}</pre>
        </div>
      )}
    </fieldset>
  );
}
