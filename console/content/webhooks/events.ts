import type { Webhook } from "../../../sdk/generated/types.js";

/** What a webhook can hear, in words that follow "a document". */
export const EVENTS: readonly (readonly [Webhook["events"][number], string])[] = [
  ["document.publish", "is published"],
  ["document.unpublish", "is unpublished"],
  ["document.delete", "is deleted"],
];

export const eventWords = (event: Webhook["events"][number]): string =>
  EVENTS.find(([one]) => one === event)?.[1] ?? event;
