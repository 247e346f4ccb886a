import type { KeptSite } from "./kept-site.js";
import type { Publisher } from "./publisher.js";

/** A running Kiln with a site. */
export interface Subject {
  /** Names it in figures. */
  label: string;
  url: string;
  pid: number;
  site: KeptSite;
  publisher: Publisher;
}

/** A running hand-written server. */
export interface Plain {
  url: string;
  site: KeptSite;
}
