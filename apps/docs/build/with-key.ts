import { clients } from "../../playground/src/connect/clients.ts";
import { address, snippetText } from "../generate/connect.ts";

const note =
  "This server asks for a key or an access token, which its operator gives you. Commands and programs read it from a variable of your shell: `export EMBERLINE_API_KEY=YOUR_KEY`. [More about keys](connect.md#if-the-server-asks-for-a-key).";

const header = '-H "Authorization: Bearer $EMBERLINE_API_KEY"';

/** A document for servers that ask for a key: its commands send one. Null if it has no such. */
export function withKey(page: string, markdown: string): string | null {
  const keyed = withKeyedCalls(withKeyedClients(markdown));
  if (keyed === markdown) return null;
  const said = note.replace("connect.md", `${page.includes("/") ? "../" : ""}connect.md`);
  const first = keyed.indexOf("EMBERLINE_API_KEY");
  // Above the first command, below its heading; of many clients, above all.
  const clientsAt = keyed.indexOf("<!-- clients -->");
  const at = clientsAt < 0 ? keyed.indexOf("\n", keyed.lastIndexOf("\n#", first) + 1) : clientsAt;
  return `${keyed.slice(0, at)}\n\n${said}\n\n${keyed.slice(at)}`;
}

/** With the lines of each client as Connect has them for such a server; some have none. */
function withKeyedClients(markdown: string): string {
  let made = markdown;
  for (const { snippets } of clients) {
    const keyed = snippets({ address, needsKey: true });
    for (const plain of snippets({ address, needsKey: false })) {
      const text = keyed.find(({ label }) => label === plain.label)?.text;
      made =
        text === undefined
          ? made.replace(`${snippetText(plain)}\n\n`, "")
          : made.replaceAll(`\n${plain.text}\n\`\`\``, () => `\n${text}\n\`\`\``);
    }
  }
  return made;
}

function withKeyedCalls(markdown: string): string {
  return markdown.replaceAll(/^```sh\n.*?^```/gms, (block) =>
    block.includes(address) && !block.includes(header)
      ? block.replaceAll(/^curl /gm, () => `curl ${header} \\\n  `)
      : block,
  );
}
