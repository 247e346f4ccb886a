/** What the transactions of content may use; everything else is an action. */
export { emitAll } from "./emit.js";
export { findListeners, HAS_LISTENERS, type Listener } from "./emit.repository.js";
