import { useRef, useState } from "preact/hooks";
import { type Call, toCurl } from "./curl.ts";

export interface CurlCommandProps {
  readonly origin: string;
  readonly call: Call;
  readonly withKey: boolean;
}

/** The call as a curl command, with a button that copies it. */
export function CurlCommand({ origin, call, withKey }: CurlCommandProps) {
  const command = toCurl(origin, call, withKey);
  const shown = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState<{ command: string; how: string } | null>(null);
  const copy = async () => {
    const isCopied = await toClipboard(command, shown.current!);
    setCopied({ command, how: isCopied ? "Copied." : "Selected: copy it with the keyboard." });
  };
  return (
    <section class="curl" aria-labelledby="curl-heading">
      <header>
        <h3 id="curl-heading">The same call as curl</h3>
        <button type="button" onClick={copy}>
          Copy
        </button>
        <span role="status">{copied?.command === command ? copied.how : ""}</span>
      </header>
      <pre ref={shown}>{command}</pre>
    </section>
  );
}

/**
 * Insecure contexts have no clipboard API: there it copies by `execCommand` or selects the text.
 */
async function toClipboard(text: string, shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
