// Runs before the first paint, which a module would not: the page never flashes in the other theme.
{
  let choice = null;
  try {
    choice = localStorage.getItem("emberline.theme");
  } catch {
    // The browser keeps nothing for this page.
  }
  const isDark =
    choice === "dark" || (choice !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = isDark ? "dark" : "light";
}
