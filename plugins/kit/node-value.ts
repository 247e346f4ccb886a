/** The types of values that ports carry (rules/workflows 8). */
export const PORT_TYPES = ["image", "video", "audio", "text"] as const;
export type PortType = (typeof PORT_TYPES)[number];

export type MediaType = Exclude<PortType, "text">;

/** The most bytes of a text on an edge, as UTF-8 (rules/workflows 47). */
export const MAX_TEXT_BYTES = 1024 * 1024;

/** A value on an edge. Media are passed by id, never as bytes. */
export type NodeValue = { type: "text"; text: string } | { type: MediaType; storageId: string };
