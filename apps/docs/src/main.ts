import "./docs.css";
import { addCopyButtons } from "./copy.ts";
import { foldContents } from "./fold-contents.ts";
import { addSearch } from "./search/search.ts";
import { addThemeButton } from "./theme.ts";

const tools = document.getElementById("tools")!;
addSearch(tools);
addThemeButton(tools);
foldContents();
addCopyButtons();

const live = document.querySelectorAll<HTMLElement>("[data-live]");
if (live.length > 0) {
  const { addEditor } = await import("./filters/editor.ts");
  for (const place of live) addEditor(place);
}
