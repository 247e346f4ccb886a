/** These functions are for the transactions of the content area; everything else of webhooks is an action. */
export { emitAll } from "./emit.js";
export { findListeners, HAS_LISTENERS, type Listener } from "./emit.repository.js";
