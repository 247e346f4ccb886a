import type { MediaKind } from "../queries.js";

export const KINDS: readonly MediaKind[] = ["image", "video", "audio"];

/** The filter and the open file in the address of the library. */
export interface MediaFilter {
  kind?: MediaKind;
  sort?: "size";
  /** The file whose details are open. */
  file?: string;
}
