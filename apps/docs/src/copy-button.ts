import { element } from "./elements.ts";

/** Gives a block of code a button that copies it. */
export function addCopyButton(block: Element): void {
  // Only pages of a secure origin or of this machine may write to the clipboard.
  if (!navigator.clipboard) return;
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  const status = element("span", { class: "visually-hidden", role: "status" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(block.querySelector("code")!.textContent);
      status.textContent = "Copied.";
      button.textContent = "Copied";
    } catch {
      status.textContent = "The browser refused to copy.";
    }
  });
  block.append(button, status);
}
