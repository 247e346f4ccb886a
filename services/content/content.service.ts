import { contentProjectDeleted } from "../../contracts/project-cascade.js";
import { action } from "../../runtime/actions/action.js";
import type { AreaFactory } from "../../runtime/actions/area.js";
import { documentActions, FoundDocuments } from "./document.actions.js";
import { compactTask } from "./documents/compact-draft.js";
import { openDraftServices } from "./documents/draft-services.js";
import { draftActions, revisionActions } from "./draft.actions.js";
import { onProjectDeleted } from "./on-project-deleted.js";
import { countTask } from "./room/count-projects.js";
import { settingsActions } from "./settings.actions.js";
import { sweepChanges } from "../changes/index.js";
import { typeActions } from "./type.actions.js";
import { purgeTask } from "./types/purge-type.js";
import { refreshTask } from "./types/refresh-documents.js";

/** Makes the service of types, documents and their drafts, revisions, locale settings and publishing. */
const content: AreaFactory = (host) => {
  const draftServices = openDraftServices(host);
  const found = new FoundDocuments(host);
  const sweep = sweepChanges(host);
  const count = countTask(host);
  return {
    name: "content",
    actions: [
      ...typeActions(host),
      ...settingsActions(host),
      ...documentActions(draftServices, found),
      ...draftActions(draftServices, found),
      ...revisionActions(draftServices, found),
      action(contentProjectDeleted, { run: (_context, { projectId }) => onProjectDeleted(host, projectId) }),
    ],
    tasks: [sweep.handler, count.handler, purgeTask(host), refreshTask(host), compactTask(host)],
    async started() {
      await sweep.start();
      await count.start();
    },
    stopped: () => draftServices.drafts.stop(),
  };
};
export default content;
