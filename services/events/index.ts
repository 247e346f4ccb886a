import type { EdgePart } from "../../runtime/actions/area.js";
import type { Host } from "../../runtime/process/host.js";
import { eventsRoute } from "./stream-events.js";

/** Exports for the transactions of areas whose things change. */
export { announce, announceCounted, type Announced, headOf } from "./announce.repository.js";
/** Exports for streams of the same changes in another form. */
export { EventWriter } from "./event-writer.js";
export { listen } from "./listen.js";
export { sweepEvents } from "./sweep-events.js";

/** The part of the area that every gateway runs. */
export const eventsEdge = (host: Host): EdgePart => ({ actions: [], routes: [eventsRoute(host)] });
