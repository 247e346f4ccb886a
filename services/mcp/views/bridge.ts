/**
 * Script of each view for its messages with the client that shows it (MCP Apps): JSON-RPC by postMessage to
 * the window around it, and nothing else. It runs in the client's sandbox: it loads nothing, stores nothing,
 * and writes text only by textContent.
 */
export const BRIDGE = `
const waiting = new Map();
let last = 0;
const post = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
const ask = (method, params) => new Promise((resolve, reject) => {
  last += 1;
  waiting.set(last, { resolve, reject });
  post({ id: last, method, params });
});
const make = (name, text, kind) => {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = String(text);
  if (kind !== undefined) element.className = kind;
  return element;
};
const root = document.querySelector("main");
const fill = (...parts) => {
  root.replaceChildren(...parts.filter(Boolean));
  post({ method: "ui/notifications/size-changed", params: { width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight } });
};
const objectOf = (result) => {
  if (result && result.structuredContent) return result.structuredContent;
  const text = result && result.content && result.content[0] && result.content[0].text;
  try { return JSON.parse(text); } catch { return null; }
};
const tool = (name, args) => ask("tools/call", { name, arguments: args }).then(objectOf);
addEventListener("message", ({ source, data }) => {
  if (source !== parent || !data || data.jsonrpc !== "2.0") return;
  const { id, method, params, result, error } = data;
  if (method === "ui/notifications/tool-result") {
    if (params && params.isError) fill(make("p", params.content && params.content[0] ? params.content[0].text : "It failed.", "problem"));
    else show(objectOf(params) || {});
  } else if (method === "ping" || method === "ui/resource-teardown") post({ id, result: {} });
  else if (method === undefined && waiting.has(id)) {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message)); else resolve(result);
  }
});
`;

/** Script that initializes the view, placed behind the code that can show a result. */
export const BEGIN = `
ask("ui/initialize", { protocolVersion: "2026-01-26", appInfo: { name: "kiln-view", version: "1" }, appCapabilities: {} })
  .then((host) => {
    const theme = host && host.hostContext && host.hostContext.theme;
    if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
    post({ method: "ui/notifications/initialized", params: {} });
  }, () => {});
`;
