/** Below this width the contents are above the page instead of next to it. */
const narrow = "(max-width: 60rem)";

/** Folds the contents on narrow screens, where they would hide the page. */
export function foldContents(): void {
  const contents = document.querySelector<HTMLDetailsElement>("details.contents")!;
  const media = matchMedia(narrow);
  const follow = () => {
    contents.open = !media.matches;
  };
  media.addEventListener("change", follow);
  follow();
  const current = contents.querySelector("[aria-current]");
  if (!media.matches) current?.scrollIntoView({ block: "nearest" });
}
