import type { MediaKind } from "../queries.js";

export const KINDS: readonly MediaKind[] = ["image", "video", "audio"];

/** What the address of the library says. */
export interface MediaFilter {
  kind?: MediaKind;
  sort?: "size";
  /** The file whose details are open. */
  file?: string;
}
