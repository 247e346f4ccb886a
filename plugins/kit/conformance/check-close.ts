import { type ConformanceCheck, fromRun } from "./report.js";
import { withDeadline } from "./with-deadline.js";

const CLOSE_MS = 5000;

/** That a driver lets go of what it holds. The last check of a suite: a driver is closed once, and used no more. */
export const checkClose = (driver: { close?(): Promise<void> }): Promise<ConformanceCheck> =>
  fromRun("it closes, where it has something to close", async () => {
    if (driver.close === undefined) return "it has nothing to close";
    const { close } = driver;
    await withDeadline(CLOSE_MS, async () => Reflect.apply(close, driver, []));
    return "closed";
  });
