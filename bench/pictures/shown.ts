import type { Page } from "playwright-core";

/** Page in one of its states. */
export interface Shown {
  name: string;
  path: string;
  /** Whether a person who has made nothing yet sees the page. */
  isNew?: true;
  /** Prepares the page before it is opened: answers that are held or refused. */
  before?: (page: Page) => Promise<unknown>;
  /** Acts on the page. */
  act?: (page: Page) => Promise<void>;
  /** Whether a part of the page deliberately does not arrive. */
  isUnready?: true;
  /** Whether the list holds only the items in view, so that the picture ends with the window. */
  isWindowed?: true;
}

/** Lets answers never come. */
export const hold = (address: RegExp) => (page: Page) => page.route(address, () => undefined);
/** Lets answers be refusals. */
export const refuse = (address: RegExp) => (page: Page) =>
  page.route(address, (route) =>
    route.fulfill({
      status: 400,
      json: {
        error: {
          code: "bad_request",
          message: "Something went wrong here. Try again in a moment.",
          requestID: "r",
        },
      },
    }),
  );
