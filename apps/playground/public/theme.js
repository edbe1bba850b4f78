// Runs before the first paint, which a module would not: the page never flashes in the other theme.
// The choice is an attribute of the document; an event with another one changes it.
{
  const storageKey = "emberline.theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = (choice) => {
    root.dataset.themeChoice = choice === "dark" || choice === "light" ? choice : "auto";
    const isDark = choice === "dark" || (choice !== "light" && system.matches);
    root.dataset.theme = isDark ? "dark" : "light";
  };
  let kept = null;
  try {
    kept = localStorage.getItem(storageKey);
  } catch {
    // The browser keeps nothing for this page.
  }
  show(kept);
  system.addEventListener("change", () => show(root.dataset.themeChoice));
  addEventListener("theme-choice", ({ detail }) => {
    show(detail);
    try {
      localStorage.setItem(storageKey, detail);
    } catch {
      // It forgets the choice with the page.
    }
  });
}
