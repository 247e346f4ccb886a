import { queryDocuments } from "../../../../contracts/delivery.js";
import type { ContentAccess, StepOptions } from "../../../../plugins/kit/content-access.js";
import { longTexts } from "../long-texts.js";
import { remember } from "../remember.js";
import type { RunScope } from "../run-scope.js";
import { actWithin } from "../starter.js";
import { changeField } from "./change-field.js";
import { contentProject } from "./content-project.js";
import { publishOnce } from "./publish-once.js";
import { translateOnce } from "./translate-once.js";
import type { StepAt } from "./step-at.js";

/** The functions that number a node's steps and await what they ask for. */
interface Steps {
  nextStep(options?: StepOptions): StepAt;
  asked<T>(work: () => Promise<T>): Promise<T>;
}

/** Gives a node access to content with the rights that the run's starter has at the moment of each act. */
export const makeContentAccess = (scope: RunScope, { nextStep, asked }: Steps): ContentAccess => {
  /** Does some work once: returns its remembered result, or does it now and remembers it. */
  const once = (options: StepOptions | undefined, work: (at: StepAt) => Promise<number>): Promise<number> => {
    const at = nextStep(options);
    const done = { ...at, id: `${at.id}.done` };
    return asked(async () => {
      const known = scope.steps.get(done.id);
      if (known) return Number(known.result);
      const version = await work(at);
      scope.host.fault?.("workflows.acted");
      await remember(scope, done, version);
      return version;
    });
  };
  return {
    find: ({ where, ...query }) =>
      asked(async () => {
        const context = await actWithin(scope.host, scope.run, queryDocuments);
        const { documents, versions, total } = await context.call(queryDocuments, {
          ...query,
          projectId: await contentProject(scope),
          ...(where !== undefined && { where: JSON.stringify(where) }),
        });
        // Many nodes of a run may read at once, and each answer may have 1 MB.
        await longTexts.next();
        const withVersion = (document: (typeof documents)[number]) => ({
          ...(withoutUrls(document) as typeof document),
          ...(query.perspective === "drafts" && { _version: versions[document._id] }),
        });
        return { documents: documents.map(withVersion), total };
      }),
    change: (change, options) => once(options, (at) => changeField(scope, at, change)),
    translate: (order, options) => once(options, (at) => translateOnce(scope, at, order)),
    publish: (documentId, baseVersion, options) =>
      once(options, (at) => publishOnce(scope, at, documentId, baseVersion)),
  };
};

/**
 * Reduces the media in a delivered value to their ids, in place: a process of an earlier release gives URLs, which
 * expire and differ each time.
 */
function withoutUrls(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) value[at] = withoutUrls(each);
    return value;
  }
  const { storageId } = value as { storageId?: unknown };
  if (typeof storageId === "string") return { storageId };
  for (const [name, each] of Object.entries(value)) {
    const reduced = withoutUrls(each);
    if (reduced !== each) (value as Record<string, unknown>)[name] = reduced;
  }
  return value;
}
