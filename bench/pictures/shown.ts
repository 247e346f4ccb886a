import type { Page } from "playwright-core";

/** A page in one of its states. */
export interface Shown {
  name: string;
  path: string;
  /** Somebody who has made nothing yet, instead of the one who works here. */
  isNew?: true;
  /** What is done before the page is opened: answers that are held or refused. */
  before?: (page: Page) => Promise<unknown>;
  /** What is done on the page. */
  act?: (page: Page) => Promise<void>;
  /** Not all of it arrives, on purpose. */
  isUnready?: true;
  /** Its list holds only what is in view: the picture ends with the window. */
  isWindowed?: true;
}

/** Answers that do not come. */
export const hold = (address: RegExp) => (page: Page) => page.route(address, () => undefined);
/** Answers that say no. */
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
