import "./tools.css";
import { usePlayground } from "../state/playground.ts";
import { closest } from "./tool-groups.ts";
import { ToolList } from "./tool-list.tsx";
import { ToolView } from "./tool-view.tsx";

/** All tools, or the form of the one that the address names. */
export function ToolsPane() {
  const { route, tools } = usePlayground();
  const name = route.value.tab === "tools" ? route.value.tool : null;
  if (tools.value.length === 0) return <p class="quiet-text">Loading the tools …</p>;
  if (name === null) return <ToolList />;
  const tool = tools.value.find((each) => each.name === name);
  return tool ? <ToolView key={name} tool={tool} /> : <UnknownTool name={name} />;
}

/** A link named a tool that this server does not have. */
function UnknownTool({ name }: { name: string }) {
  const { tools } = usePlayground();
  const names = tools.value.map((tool) => tool.name);
  const candidates = closest(name, names);
  return (
    <div class="unknown-tool">
      <h1>No such tool</h1>
      <p class="notice error" role="alert">
        This link names the tool <code>{name.slice(0, 100)}</code>, which this server does not have.
        {candidates.length > 0 ? " Did you mean one of these?" : ""}
      </p>
      <ul class="plain bar">
        {candidates.map((candidate) => (
          <li key={candidate}>
            <a class="button" href={`#/tools/${candidate}`}>
              {candidate}
            </a>
          </li>
        ))}
        <li>
          <a class="button" href="#/tools">
            All tools
          </a>
        </li>
      </ul>
    </div>
  );
}
