import { html } from "hono/html";
import type { Html } from "./html.ts";

/** A value with a button that copies it; the button appears where scripts run. */
export function copyable(name: string, value: string): Html {
  return html`<code id="${name}">${value}</code> <button class="plain" type="button" data-copy="${name}" hidden>Copy ${name}</button>`;
}

/** Where the script says what it did. */
export const copyStatus = html`<p role="status" id="copied"></p>`;

/** Selects the value where a browser refuses the clipboard: it needs TLS or this machine. */
export const copyScript = `for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const value = document.getElementById(button.dataset.copy);
    const status = document.getElementById("copied");
    try {
      await navigator.clipboard.writeText(value.textContent);
      status.textContent = "Copied " + value.id + ".";
    } catch {
      getSelection().selectAllChildren(value);
      status.textContent = "Selected " + value.id + ": copy it with the keyboard.";
    }
  });
}`;
