import { counted } from "@emberline/map-app/answer/words";
import { useEffect, useRef, useState } from "preact/hooks";
import { argumentsInWords } from "../answer/in-words.ts";
import { printRoute } from "../common/route.ts";
import { usePlayground } from "../state/playground.ts";
import { firstSentence, groupsOf, search } from "./tool-groups.ts";

/** All tools by the question that they answer, with a search. */
export function ToolList() {
  const { tools, desk } = usePlayground();
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const found = search(tools.value, text);
  const wanted = desk.searchWanted.value;
  useEffect(() => {
    if (!wanted) return;
    desk.searchWanted.value = false;
    input.current?.focus();
  }, [wanted, desk]);

  const openFirst = (event: SubmitEvent) => {
    event.preventDefault();
    const name = text.trim().toLowerCase().replaceAll(" ", "_");
    const best = found.find((each) => each.name.startsWith(name)) ?? found[0];
    if (name !== "" && best) location.hash = `#/tools/${best.name}`;
  };
  return (
    <div class="tool-list stack">
      <h1 class="visually-hidden">Tools</h1>
      <search>
        <form class="tool-search" onSubmit={openFirst}>
          <label class="visually-hidden" for="tool-search">
            Search the tools
          </label>
          <input
            ref={input}
            id="tool-search"
            type="search"
            value={text}
            autocomplete="off"
            spellcheck={false}
            placeholder="Search the tools"
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <kbd>{isMac ? "⌘" : "Ctrl"} K</kbd>
        </form>
      </search>
      <p role="status" class="quiet-text">
        {text !== "" && `${counted(found.length, ["tool matches", "tools match"])}.`}
      </p>
      {groupsOf(found).map((group) => (
        <section key={group.question} class="tool-group">
          <h2>{group.question}</h2>
          <ul class="plain stack">
            {group.tools.map(({ name, title, description }) => (
              <li key={name}>
                <a class="tool-link card" href={`#/tools/${name}`}>
                  <span class="tool-title">
                    {title} <code class="quiet-text">{name}</code>
                  </span>
                  <span class="quiet-text">{firstSentence(description)}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <Recent />
    </div>
  );
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The last calls of this device; each is a link that runs. */
function Recent() {
  const { history } = usePlayground();
  useEffect(() => history.read(), [history]);
  const entries = history.entries.value;
  if (entries.length === 0) return null;
  return (
    <section class="recent" aria-labelledby="recent-heading">
      <div class="bar">
        <h2 id="recent-heading">Recent</h2>
        <button type="button" class="small" onClick={() => history.clear()}>
          Clear
        </button>
      </div>
      <ul class="plain stack">
        {entries.map(({ tool, args, atMs }) => (
          <li key={`${atMs} ${tool}`}>
            <a class="tool-link card" href={printRoute({ tab: "tools", tool, args, view: null })}>
              <code>{tool}</code>
              <span class="quiet-text">{argumentsInWords(args)}</span>
            </a>
          </li>
        ))}
      </ul>
      <p class="quiet-text">The last 50 calls, kept on this device without answers and keys.</p>
    </section>
  );
}
