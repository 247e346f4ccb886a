import { localizedFields } from "../../contracts/content-values.js";
import { ServiceError } from "../../contracts/errors.js";
import { resolveTextModel, type translateDocument } from "../../contracts/translation.js";
import type { ParamsOf } from "../../contracts/contract.js";
import type { TranslationJob, TranslationOptions } from "../../entities/translation-job.js";
import type { ActionContext } from "../../runtime/actions/context.js";
import type { Host } from "../../runtime/process/host.js";
import { isUniqueViolation } from "../../runtime/database/transaction.js";
import * as content from "../content/index.js";
import { draftTurns } from "./draft-turns.js";
import { findJob } from "./job.repository.js";
import { newJob, startJob } from "./start-job.js";
import { DocumentPlan } from "./plan-document.js";
import { requirePayer } from "./translation.policy.js";

type Request = ParamsOf<typeof translateDocument>;

/**
 * Checks a request against its document. Throws `invalid_params` that names the field and its valid values.
 */
export function readOptions(
  { schema, settings }: content.Translatable,
  request: Request,
): TranslationOptions {
  const known = settings.locales.map(({ code }) => code);
  const sourceLocale = request.sourceLocale ?? settings.defaultLocale;
  if (!known.includes(sourceLocale)) throw invalid("sourceLocale", sourceLocale, known);
  for (const locale of request.locales ?? []) {
    if (!known.includes(locale)) throw invalid("locales", locale, known);
    if (locale === sourceLocale)
      throw new ServiceError("invalid_params", `locales: ${locale} is the source; it cannot be a target too`);
  }
  const paths = localizedFields(schema.fields).map(({ path }) => path);
  for (const path of request.fields ?? []) if (!paths.includes(path)) throw invalid("fields", path, paths);
  return {
    locales: request.locales === undefined ? null : [...new Set(request.locales)],
    fields: request.fields === undefined ? null : [...new Set(request.fields)],
    sourceLocale,
    mode: request.mode,
  };
}

const invalid = (field: string, value: string, known: readonly string[]) =>
  new ServiceError(
    "invalid_params",
    `${field}: ${value} is unknown; ${known.length === 0 ? "the type has no localized fields" : `known are ${known.join(", ")}`}`,
  );

/** A translation that was checked, and whether it will cost something. Nothing of its document is kept. */
interface Prepared {
  job: TranslationJob;
  costs: boolean;
}

async function prepare(
  host: Pick<Host, "config">,
  context: ActionContext,
  found: content.Translatable,
  { request, id }: { request: Request; id: string | undefined },
): Promise<Prepared> {
  const { document, settings } = found;
  const payerId = await requirePayer(host, context, document.projectId);
  const options = readOptions(found, request);
  const { id: model } = await context.call(resolveTextModel, {
    model: request.model ?? settings.translationModel,
  });
  const job = newJob({
    ...(id !== undefined && { id }),
    kind: "document",
    projectId: document.projectId,
    documentId: document.id,
    options,
    model,
    documentsTotal: 1,
    payerId,
    startedBy: { id: context.auth.accountId, email: context.auth.email },
    budgetId: context.auth.budgetId,
  });
  return { job, costs: await new DocumentPlan(found, options).isNeeded() };
}

/**
 * Queues the translation of one document, under `id` if given. Nothing is charged yet. The document is read in a
 * turn of the account, which waits as long as the caller does (rules/translation 16).
 */
export async function requestDocument(
  host: Pick<Host, "config" | "read" | "transact" | "tasks">,
  context: ActionContext,
  request: Request,
  id?: string,
): Promise<TranslationJob> {
  const { signal } = context;
  const { accountId } = context.auth;
  const { job, costs } = await draftTurns.take({ accountId, signal, isPatient: true }, async () => {
    const found = await content.requireTranslatable(host.read, accountId, request.id);
    return prepare(host, context, found, { request, id });
  });
  await startJob(host, context, job, { costs });
  return job;
}

/**
 * Begins the translation of a document under the id that the caller chose, or finds the one that was begun
 * before.
 */
export async function beginTranslation(
  host: Host,
  context: ActionContext,
  { jobId, ...request }: Request & { jobId: string },
): Promise<{ jobId: string }> {
  const isThere = async () => {
    const job = await findJob(host.read, jobId);
    if (job === null) return false;
    if (job.startedById === context.auth.accountId && job.documentId === request.id) return true;
    throw new ServiceError("conflict", "Another translation has this id.");
  };
  if (await isThere()) return { jobId };
  try {
    await requestDocument(host, context, request, jobId);
  } catch (error) {
    if (!isUniqueViolation(error) || !(await isThere())) throw error;
  }
  return { jobId };
}
