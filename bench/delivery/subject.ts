import type { KeptSite } from "./kept-site.js";
import type { Publisher } from "./publisher.js";

/** Running Kiln with a site. */
export interface Subject {
  /** Name in the figures. */
  label: string;
  url: string;
  pid: number;
  site: KeptSite;
  publisher: Publisher;
}

/** Running hand-written server. */
export interface Plain {
  url: string;
  site: KeptSite;
}
