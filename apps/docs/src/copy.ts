import { element } from "./elements.ts";

/** Gives each block of code a button that copies it. */
export function addCopyButtons(): void {
  // Only pages of a secure origin or of this machine may write to the clipboard.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll(".code:not([data-live])")) {
    const button = element("button", { type: "button", class: "copy" }, "Copy");
    const status = element("span", { class: "hidden", role: "status" });
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
}
