import { useMutation, useQueryClient } from "@tanstack/react-query";
import { contentPublishDocument } from "../../../sdk/generated/operations.js";
import { call, isRefusal } from "../../kiln.js";
import { useSay } from "../../shell/toasts.js";
import type { DraftSession } from "./session.js";

/**
 * Returns the mutation that saves all edits and publishes the document, or shows the issues if there are any.
 */
export function usePublishing(session: DraftSession, reveal: () => void) {
  const client = useQueryClient();
  const say = useSay();
  return useMutation({
    mutationFn: async () => {
      if (!(await session.settle())) throw new Error("The draft is not saved yet: publish it when it is.");
      const { valid, version } = session.said;
      if (!valid) return false;
      try {
        await call(contentPublishDocument, { id: session.id, baseVersion: version });
      } catch (error) {
        if (!isRefusal(error, "conflict")) throw error;
        await session.sync();
        throw new Error("Somebody changed the draft just now. Look at it, and publish once more.", {
          cause: error,
        });
      }
      return true;
    },
    onSuccess: (isPublished) => {
      if (!isPublished) return reveal();
      say("Readers see it now.");
      for (const key of [["document", session.id], ["revisions", session.id], ["documents"]])
        void client.invalidateQueries({ queryKey: key });
    },
  });
}
