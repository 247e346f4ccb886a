import type { DraftServices } from "./draft-services.js";
import { type DraftNow, permanentEntriesKey } from "./draft-state.repository.js";

/**
 * Tells whether the state of a draft needs a new history, and with it a new epoch, because the type has changed and gives an
 * entry another kind (rules/content 65). Each use of a state looks into it after a change of the type until the state is stored again.
 */
export const needsRebuild = async (
  { drafts }: Pick<DraftServices, "drafts">,
  { live, standing, typeContext, shape }: Pick<DraftNow, "live" | "standing" | "typeContext" | "shape">,
): Promise<boolean> =>
  live !== null && standing !== permanentEntriesKey(typeContext) && !(await drafts.fits(shape, live));
