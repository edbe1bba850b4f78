// Runs in the browser: a small host of MCP Apps, as a conversation would be.
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

type CallToolResult = Parameters<AppBridge["sendToolResult"]>[0];

export interface Opening {
  readonly html: string;
  readonly args: Record<string, unknown>;
  readonly result: CallToolResult;
  readonly context: McpUiHostContext;
}

declare global {
  interface Window {
    /** Set by the test: calls a tool of the server. */
    callServer(name: string, args: unknown): Promise<CallToolResult>;
    openApp(opening: Opening): Promise<void>;
    changeContext(context: McpUiHostContext): void;
    /** Everything that the page put into the conversation. */
    readonly messages: string[];
    readonly told: string[];
  }
}

const messages: string[] = [];
const told: string[] = [];
let context: McpUiHostContext = {};
let bridge: AppBridge | undefined;

Object.assign(window, { messages, told });

window.openApp = async ({ html, args, result, context: given }) => {
  context = given;
  const frame = document.querySelector("iframe")!;
  const info = { name: "test host", version: "0" };
  const capabilities = { serverTools: {}, message: { text: {} }, updateModelContext: { text: {} } };
  bridge = new AppBridge(null, info, capabilities, { hostContext: context });
  bridge.oncalltool = ({ name, arguments: given }) => window.callServer(name, given);
  bridge.onmessage = async ({ content }) => {
    messages.push(content.map((each) => (each.type === "text" ? each.text : "")).join(""));
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content = [] }) => {
    told.push(content.map((each) => (each.type === "text" ? each.text : "")).join(""));
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    window.changeContext({ ...context, displayMode: mode });
    return { mode };
  };
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined && context.displayMode !== "fullscreen")
      frame.style.height = `${height}px`;
  };
  const ready = new Promise<void>((resolve) => {
    bridge!.oninitialized = () => resolve();
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow!, frame.contentWindow!));
  frame.srcdoc = html;
  await ready;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(result);
};

window.changeContext = (changed) => {
  context = changed;
  document.body.className = changed.displayMode ?? "inline";
  bridge!.setHostContext(changed);
};
