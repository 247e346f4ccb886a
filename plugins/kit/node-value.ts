/** What a port carries (rules/workflows 19). */
export const PORT_TYPES = ["image", "video", "audio", "text"] as const;
export type PortType = (typeof PORT_TYPES)[number];

export type MediaType = Exclude<PortType, "text">;

/** What goes along an edge. Media travel by id, never as bytes. */
export type NodeValue = { type: "text"; text: string } | { type: MediaType; storageId: string };
