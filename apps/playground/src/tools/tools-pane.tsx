import { usePlayground } from "../state/playground.ts";

/** All tools, and the form of one. */
export function ToolsPane() {
  const { tools } = usePlayground();
  return (
    <ul>
      {tools.value.map(({ name }) => (
        <li key={name}>
          <a href={`#/tools/${name}`}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
