import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { MAX_FIELDS } from "./content-definition.js";
import { localeCode } from "./content-locales.js";
import { MAX_LOCALES } from "./content-settings.js";
import { contract } from "./contract.js";
import { timestamp, uuid } from "./ids.js";

/** Choices of the values that a translation writes (rules/translation 1). */
export const TRANSLATION_MODES = ["missing", "outdated", "all"] as const;

const modelId = z.string().min(1, "must name a text model, or auto").max(64);
const forThisRun = modelId
  .optional()
  .describe("Id of a text model for this run. Default: the project's choice.");

const skipped = z.strictObject({
  path: z.string(),
  reason: z.enum([
    "media",
    "enum",
    "no_source",
    "no_text",
    "filled",
    "up_to_date",
    "edited_by_hand",
    "not_translated",
    "changed_meanwhile",
  ]),
});

const language = z.strictObject({
  locale: z.string(),
  translated: z.array(z.string()),
  skipped: z.array(skipped),
  error: z.string().optional(),
});
export type TranslatedLanguage = z.infer<typeof language>;

export const translateDocument = contract({
  name: "translation.translateDocument",
  description:
    "Translates localized fields of a document's draft with one model call for each language; each language is saved and settled on its own. It answers after at most 300 s with the languages that are done.",
  params: z.strictObject({
    id: uuid(),
    locales: boundedList(localeCode, MAX_LOCALES)
      .min(1, "must name at least one locale")
      .optional()
      .describe("Default: every locale but the source."),
    fields: boundedList(z.string().min(1), MAX_FIELDS)
      .min(1, "must name at least one field")
      .optional()
      .describe("Paths of localized fields, such as `title` or `seo.description`. Default: all."),
    sourceLocale: localeCode
      .optional()
      .describe("Locale to translate from. Default: the project's default locale."),
    mode: z
      .enum(TRANSLATION_MODES)
      .default("outdated")
      .describe(
        "`missing` translates empty values only. `outdated` also replaces machine translations whose source changed. `all` replaces everything, including texts that people wrote.",
      ),
    model: forThisRun,
  }),
  result: z.strictObject({
    model: z.string(),
    creditsSpent: z.int(),
    locales: z.array(language),
    document: z.unknown(),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/content/documents/:id/translate", edge: true },
  area: "content",
  spends: true,
  idempotent: true,
});

export const translationJob = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  status: z.enum(["running", "complete", "canceled", "failed"]),
  documentsTotal: z.int(),
  documentsDone: z.int(),
  valuesTranslated: z.int(),
  creditsSpent: z.int(),
  errorMessage: z.string().nullable(),
  createdAt: timestamp(),
  completedAt: timestamp().nullable(),
  startedBy: z.strictObject({ id: z.string(), email: z.string() }),
});
export type TranslationJobView = z.infer<typeof translationJob>;

const jobAnswer = z.strictObject({ job: translationJob });

export const previewTranslation = contract({
  name: "translation.preview",
  description:
    "Estimates what filling the missing translations of a project takes: documents, values, languages, and the most credits. It answers within seconds, also for a large project.",
  params: z.object({ projectId: uuid(), model: forThisRun }),
  result: z.strictObject({
    documents: z.int(),
    values: z.int(),
    languages: z.int(),
    credits: z.int(),
    exact: z
      .boolean()
      .describe(
        "False when the project is too large to read all of its documents: some count with the average of the others.",
      ),
  }),
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/translation-jobs/preview" },
  area: "content",
});

export const startTranslation = contract({
  name: "translation.start",
  description:
    "Starts a run that fills the missing translations of all documents of a project, into their drafts. A project has one run at a time; the owner pays.",
  params: z.object({ projectId: uuid(), model: forThisRun }),
  result: jobAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/projects/:projectId/content/translation-jobs" },
  area: "content",
  spends: true,
  idempotent: true,
});

export const latestTranslation = contract({
  name: "translation.latest",
  description: "Reads the run in progress, or else the newest one, with its progress or its end.",
  params: z.object({ projectId: uuid() }),
  result: z.strictObject({ job: translationJob.nullable() }),
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/translation-jobs/latest" },
  area: "content",
});

export const cancelTranslation = contract({
  name: "translation.cancel",
  description: "Ends a run after the document in flight. A run that is over is answered as it is.",
  params: z.object({ id: uuid() }),
  result: jobAnswer,
  audience: "account",
  rest: { method: "POST", path: "/v1/content/translation-jobs/:id/cancel" },
  area: "content",
});

export const resolveTextModel = contract({
  name: "translation.resolveModel",
  description:
    "Resolves the text model that a choice stands for, among those of the process that translates.",
  params: z.object({ model: z.string() }),
  result: z.strictObject({ id: z.string() }),
  audience: "internal",
});

/**
 * Begins a translation of one document that other work waits for, once under the id that the call names; it
 * has no REST route.
 */
export const placeTranslation = contract({
  name: "translation.place",
  description:
    "Begins the translation of a document under a given id; a repeat finds the one that was begun.",
  params: translateDocument.params.extend({ jobId: uuid() }),
  result: z.strictObject({ jobId: z.string() }),
  audience: "account",
  effect: "write",
  area: "content",
  spends: true,
});

/** Reads the states of translations that other work started. It is called between services. */
export const readTranslationStates = contract({
  name: "translation.states",
  description: "Reads the state of translation jobs, whoever started them; unknown ids are left out.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({
    jobs: z.array(
      z.strictObject({
        id: z.string(),
        status: z.enum(["running", "succeeded", "failed"]),
        costCredits: z.int(),
        errorMessage: z.string().nullable(),
      }),
    ),
  }),
  audience: "internal",
});
export type TranslationState = z.infer<typeof readTranslationStates.result>["jobs"][number];

/** Cancels translations that other work started. It is called between services. */
export const cancelTranslations = contract({
  name: "translation.cancelMany",
  description: "Cancels the running ones among some translation jobs, whoever started them; may be repeated.",
  params: z.object({ ids: z.array(z.string()) }),
  result: z.strictObject({ canceled: z.int() }),
  audience: "internal",
  effect: "write",
});
