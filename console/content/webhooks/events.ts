import type { Webhook } from "../../../sdk/generated/types.js";

/** The events of webhooks, with words that continue "a document". */
export const EVENTS: readonly (readonly [Webhook["events"][number], string])[] = [
  ["document.publish", "is published"],
  ["document.unpublish", "is unpublished"],
  ["document.delete", "is deleted"],
];

const EITHER = new Intl.ListFormat("en", { type: "disjunction" });

/** Returns the events as one phrase: "is published, unpublished, or deleted". */
export const eventWords = (events: Webhook["events"]): string =>
  `is ${EITHER.format(events.map((event) => (EVENTS.find(([one]) => one === event)?.[1] ?? event).replace("is ", "")))}`;
