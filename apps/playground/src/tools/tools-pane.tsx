import { KeyForm } from "../shell/key-form.tsx";
import { usePlayground } from "../state/playground.ts";
import { ToolList } from "./list/tool-list.tsx";
import { UnknownTool } from "./list/unknown-tool.tsx";
import { ToolView } from "./tool-view.tsx";
import "./tools.css";

/** All tools, or the form of the one that the address names. */
export function ToolsPane() {
  const playground = usePlayground();
  const { route, tools, refusal, key } = playground;
  const name = route.value.tab === "tools" ? route.value.tool : null;
  if (refusal.value?.status === 401) {
    const use = (given: string) => {
      key.value = given;
      void playground.reload();
    };
    return <KeyForm sentence={refusal.value.message} onKey={use} />;
  }
  if (refusal.value) {
    return (
      <div class="notice error" role="alert">
        <p>{refusal.value.message}</p>
        <button type="button" onClick={() => void playground.reload()}>
          Try again
        </button>
      </div>
    );
  }
  if (tools.value.length === 0) return <p class="quiet-text">Loading the tools …</p>;
  if (name === null) return <ToolList />;
  const tool = tools.value.find((each) => each.name === name);
  return tool ? <ToolView key={name} tool={tool} /> : <UnknownTool name={name} />;
}
