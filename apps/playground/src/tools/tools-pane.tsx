import "./tools.css";
import { usePlayground } from "../state/playground.ts";
import { ToolList } from "./tool-list.tsx";
import { ToolView } from "./tool-view.tsx";

/** All tools, or the form of the one that the address names. */
export function ToolsPane() {
  const { route, tools } = usePlayground();
  const name = route.value.tab === "tools" ? route.value.tool : null;
  if (tools.value.length === 0) return <p class="quiet-text">Loading the tools …</p>;
  if (name === null) return <ToolList />;
  const tool = tools.value.find((each) => each.name === name);
  if (tool) return <ToolView key={name} tool={tool} />;
  return (
    <>
      <p class="notice error" role="alert">
        This link names the tool <code>{name.slice(0, 100)}</code>, which this server does not have:
        choose one of these.
      </p>
      <ToolList />
    </>
  );
}
