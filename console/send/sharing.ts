import { storageGet } from "../../sdk/generated/operations.js";
import { share } from "../library/send-file.js";
import { call, isRefusal } from "../kiln.js";

/** The result of sending a file. */
export interface Sent {
  /** The new place of the file in words. */
  into: string;
  /** The person's next step in words; null if nothing is left to do. */
  next: string | null;
  /** The document or workflow that contains the file. */
  open: { kind: "document" | "workflow"; id: string };
  /**
   * Restores the earlier state; null if the file was already there. Throws if somebody has changed the place
   * since.
   */
  undo: (() => Promise<void>) | null;
  /** The file was linked to a project, which Undo does not take back. */
  isShared: boolean;
}

export const CHANGED = "Somebody has changed it since, so nothing was undone. Open it to change it yourself.";

/** Number of tries of a change that conflicts with the changes of others. */
const TRIES = 4;

/**
 * Repeats a change that the service refused as a conflict; `change` must read the present state each time.
 */
export async function onWhatThereIs<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await change();
    } catch (error) {
      if (left === 1 || !isRefusal(error, "conflict")) throw error;
    }
}

/**
 * Links the file to a project, so that its members see it; null is the person's own space. Throws an error
 * that says what the person can do.
 */
export async function shareWith(storageId: string, projectId: string | null): Promise<void> {
  try {
    await share(storageId, projectId);
  } catch (error) {
    if (isRefusal(error, "not_found"))
      throw new Error("You are not in this project any more.", { cause: error });
    if (isRefusal(error, "invalid_params")) throw new Error(await whyNot(storageId), { cause: error });
    throw error;
  }
}

/**
 * Returns the reason why a project may not have the file. The service answers the same for a deleted file and
 * for another person's file.
 */
async function whyNot(storageId: string): Promise<string> {
  try {
    await call(storageGet, { storageId });
    return "Only the owner of the file can add it to another project.";
  } catch (error) {
    if (isRefusal(error, "not_found")) return "This file was deleted.";
    throw error;
  }
}

/**
 * Awaits a call whose repetition would make a second thing. If the answer is lost, throws an error that says
 * that the thing may exist.
 */
export async function once<Result>(what: string, made: Promise<Result>): Promise<Result> {
  try {
    return await made;
  } catch (error) {
    if (!isRefusal(error, "unreachable") && !isRefusal(error, "invalid_response")) throw error;
    throw new Error(`No answer came. ${what} may have been made: check before you send again.`, {
      cause: error,
    });
  }
}
