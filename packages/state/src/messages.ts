import type { RedisState } from "./redis.ts";

/** Short texts from one process to all that share a Redis; lost while it does not answer. */
export interface Messages {
  /** This process hears its own messages too. */
  send(channel: string, text: string): void;
  /** @returns a function that ends it */
  listen(channel: string, onText: (text: string) => void): () => void;
}

export const noMessages: Messages = {
  send() {},
  listen: () => () => {},
};

/** A connection that listens can do nothing else, so it is one of its own. */
export function messagesIn({ client, prefix }: RedisState): Messages & { close(): void } {
  const listeners = new Map<string, Set<(text: string) => void>>();
  // The first commands wait for the connection; after an outage it listens again by itself.
  const listening = client.duplicate({
    lazyConnect: true,
    enableOfflineQueue: true,
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
  });
  // The other connection reports outages.
  listening.on("error", () => {});
  listening.on("message", (channel: string, text: string) => {
    for (const onText of listeners.get(channel) ?? []) onText(text);
  });
  const channelOf = (channel: string) => `${prefix}:message:${channel}`;
  return {
    send(channel, text) {
      client.publish(channelOf(channel), text).catch(() => {});
    },
    listen(channel, onText) {
      const name = channelOf(channel);
      const ofChannel = listeners.get(name) ?? new Set();
      if (!listeners.has(name)) listening.subscribe(name).catch(() => {});
      listeners.set(name, ofChannel.add(onText));
      return () => void ofChannel.delete(onText);
    },
    close: () => listening.disconnect(),
  };
}
