import { usePlayground } from "../state/playground.ts";
import { ToolList } from "./list/tool-list.tsx";
import { UnknownTool } from "./list/unknown-tool.tsx";
import { ToolView } from "./tool-view.tsx";
import "./tools.css";

/** All tools, or the form of the one that the address names. */
export function ToolsPane() {
  const { route, tools } = usePlayground();
  const name = route.value.tab === "tools" ? route.value.tool : null;
  if (tools.value.length === 0) return <p class="quiet-text">Loading the tools …</p>;
  if (name === null) return <ToolList />;
  const tool = tools.value.find((each) => each.name === name);
  return tool ? <ToolView key={name} tool={tool} /> : <UnknownTool name={name} />;
}
