import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { eventsRoute } from "./stream-events.js";

/** For the transactions of areas whose things change. */
export { announce, announceCounted, type Announced, headOf } from "./announce.repository.js";
/** For what streams the same changes in another form. */
export { EventWriter } from "./event-writer.js";
export { listen } from "./listen.js";
export { sweepEvents } from "./sweep-events.js";

/** What every gateway does itself. */
export const eventsEdge = (host: Host): EdgePart => ({ actions: [], routes: [eventsRoute(host)] });
