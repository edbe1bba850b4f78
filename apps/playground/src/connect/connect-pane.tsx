import "./connect.css";
import { usePlayground } from "../state/playground.ts";
import { clients } from "./clients.ts";
import { ServerStatus } from "./server-status.tsx";
import { SnippetBox } from "./snippet-box.tsx";
import { TokenPrice } from "./token-price.tsx";
import { TryButton } from "./try-button.tsx";

/** How to connect one's own client, with the real address of this server. */
export function ConnectPane() {
  const { route, status, api } = usePlayground();
  const { value: shown } = route;
  const wanted = shown.tab === "connect" ? shown.client : null;
  const client = clients.find(({ id }) => id === wanted) ?? clients[0]!;
  const address = status.value?.address ?? api.origin;
  const place = { address, needsKey: status.value?.needsKey ?? false };
  return (
    <article class="connect">
      <h1>Connect your own client</h1>
      {wanted !== null && client.id !== wanted && (
        <p role="alert" class="notice">
          There is no client {JSON.stringify(wanted)} here: choose one below.
        </p>
      )}
      <nav class="connect-clients" aria-label="Clients">
        {clients.map(({ id, name }) => (
          <a
            key={id}
            class="chip"
            href={`#/connect/${id}`}
            aria-current={id === client.id ? "page" : undefined}
          >
            {name}
          </a>
        ))}
      </nav>
      <h2>{client.name}</h2>
      {client.snippets(place).map((snippet) => (
        <SnippetBox key={client.id + snippet.label} {...snippet} />
      ))}
      <div class="bar">
        <TryButton key={client.id} client={client} />
        <TokenPrice key={client.format} format={client.format} />
      </div>
      <ServerStatus />
      <p>
        <a href="licences.txt">Licences of this page and of its map</a>
      </p>
    </article>
  );
}
