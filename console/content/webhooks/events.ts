import type { Webhook } from "../../../sdk/generated/types.js";

/** What a webhook can hear, in words that follow "a document". */
export const EVENTS: readonly (readonly [Webhook["events"][number], string])[] = [
  ["document.publish", "is published"],
  ["document.unpublish", "is unpublished"],
  ["document.delete", "is deleted"],
];

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

/** "is published, unpublished, or deleted". */
export const eventWords = (events: Webhook["events"]): string =>
  `is ${EITHER.format(events.map((event) => (EVENTS.find(([one]) => one === event)?.[1] ?? event).replace("is ", "")))}`;
