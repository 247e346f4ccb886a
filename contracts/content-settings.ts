import { z } from "zod";
import { boundedList } from "./bounded-list.js";
import { atMostCodePoints } from "./code-points.js";
import { localeCode, localeSetting } from "./content-locales.js";
import { contract } from "./contract.js";
import { uuid } from "./ids.js";

/** Characters of a brief (rules/translation 14). */
export const MAX_BRIEF = 4000;
export const MAX_LOCALES = 200;

/** Name of the choice that lets the service pick the text model (rules/content 53). */
export const AUTO_MODEL = "auto";

/** The locales of a project and its settings for translation (rules/content 43 and 53). */
export const contentSettings = z.strictObject({
  defaultLocale: z.string(),
  locales: z.array(localeSetting),
  translation: z.strictObject({
    brief: z.string().describe("Tone of voice for machine translation."),
    autoTranslateOnPublish: z.boolean(),
    model: z.string().describe("Id of a text model, or auto."),
  }),
});
export type ContentSettingsView = z.infer<typeof contentSettings>;

const answer = z.strictObject({ settings: contentSettings });

/** A locale as a caller sends it; only its code is needed. */
const sentLocale = z.strictObject({
  code: localeCode,
  title: localeSetting.shape.title.optional().describe("Title of the locale; default: its code."),
  fallback: localeCode.nullish(),
  required: z.boolean("must be true or false").default(false),
});
export type SentLocale = z.infer<typeof sentLocale>;

const brief = z
  .string("must be a text")
  .overwrite((text) => text.toWellFormed())
  .check(atMostCodePoints(MAX_BRIEF, "must have at most 4,000 characters"))
  .meta({ maxLength: MAX_BRIEF });

export const getSettings = contract({
  name: "content.getSettings",
  description: "Reads the locales of a project and its settings for translation.",
  params: z.object({ projectId: uuid() }),
  result: answer,
  audience: "account",
  rest: { method: "GET", path: "/v1/projects/:projectId/content/settings" },
  area: "content",
});

export const updateSettings = contract({
  name: "content.updateSettings",
  description:
    "Changes the given settings. The list of locales is replaced as a whole; values in removed locales stay stored.",
  params: z.strictObject({
    projectId: uuid(),
    defaultLocale: localeCode.optional().describe("What others fall back to; it is one of the locales."),
    locales: boundedList(sentLocale, MAX_LOCALES, {
      error: "must be a list of locales",
      tooLong: `must have at most ${MAX_LOCALES} locales`,
    })
      .min(1, "must have at least one locale")
      .optional()
      .describe("The whole list of locales: those that are left out are removed."),
    translation: z
      .strictObject({
        brief: brief.optional(),
        autoTranslateOnPublish: z.boolean("must be true or false").optional(),
        model: z
          .string("must be a text model's id, or auto")
          .min(1, "must be a text model's id, or auto")
          .max(100, "must be a text model's id, or auto")
          .optional(),
      })
      .optional()
      .describe("Settings of machine translation."),
  }),
  result: answer,
  audience: "account",
  rest: { method: "PUT", path: "/v1/projects/:projectId/content/settings" },
  area: "content",
});
