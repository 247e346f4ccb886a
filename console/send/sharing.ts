import { storageGet } from "../../sdk/generated/operations.js";
import { share } from "../library/send-file.js";
import { call, isRefusal } from "../kiln.js";

/** What else is done about what was sent. */
export interface Sent {
  /** Where it is now, as a person calls it. */
  into: string;
  /** What a person does next; null where nothing is left to do. */
  next: string | null;
  /** The page of it. */
  open: { kind: "document" | "workflow"; id: string };
  /** Puts back what was there before; null where it was there already. Throws where somebody has changed it since. */
  undo: (() => Promise<void>) | null;
  /** Whether a project was given the file, which Undo leaves to it. */
  isShared: boolean;
}

export const CHANGED = "Somebody has changed it since, so nothing was undone. Open it to change it yourself.";

/** How often a change is made anew on what somebody else has changed meanwhile. */
const TRIES = 4;

/** Makes a change that is refused on what was changed since it was read, until it is made on what there is. */
export async function onWhatThereIs<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let left = TRIES; ; left -= 1)
    try {
      return await change();
    } catch (error) {
      if (left === 1 || !isRefusal(error, "conflict")) throw error;
    }
}

/** Lets the people of a project see the file; null is the person's own space. Throws what a person can do about a refusal. */
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

/** A project is refused a file that is gone in the same words as one of somebody else. */
async function whyNot(storageId: string): Promise<string> {
  try {
    await call(storageGet, { storageId });
    return "Only the owner of the file can add it to another project.";
  } catch (error) {
    if (isRefusal(error, "not_found")) return "This file was deleted.";
    throw error;
  }
}

/** Makes what a second try would make twice. Throws, where the answer was lost, that it may have been made. */
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
