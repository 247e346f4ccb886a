/** What the transactions of content may use; everything else is an action. */
export { emit } from "./emit.js";
export { findListeners, type Listener } from "./webhook.repository.js";
