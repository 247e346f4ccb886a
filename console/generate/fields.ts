import type { CatalogModel, MediaKind } from "../queries.js";

/** What the person has entered, by parameter. */
export type Values = Readonly<Record<string, unknown>>;

export type Field = { name: string; label: string; isRequired: boolean; hint?: string } & (
  | { type: "text" }
  | { type: "choice"; options: readonly (string | number)[]; first: string | number }
  | { type: "number"; min: number; max: number }
  | { type: "flag"; first: boolean }
  | { type: "media"; kinds: readonly MediaKind[]; most: number }
);

const text = (name: string, label: string, isRequired = false): Field => ({
  name,
  label,
  isRequired,
  type: "text",
});
const media = (
  name: string,
  label: string,
  kinds: readonly MediaKind[],
  { most = 1, isRequired = false } = {},
): Field => ({
  name,
  label,
  isRequired,
  type: "media",
  kinds,
  most,
});
/** No choice at all where there is one option only: it is taken. */
function choice(
  name: string,
  label: string,
  options: readonly (string | number)[] | undefined,
  first = options?.[0],
): Field[] {
  return options === undefined || first === undefined
    ? []
    : [{ name, label, isRequired: true, type: "choice", options, first }];
}
const usual = (options: readonly string[], best: string) => (options.includes(best) ? best : options[0]);
const when = (is: boolean, field: Field): Field[] => (is ? [field] : []);

/** The form of a model, from what it declares: nothing can be chosen that it would refuse. */
export function fieldsOf({ capabilities: able }: Pick<CatalogModel, "capabilities">): readonly Field[] {
  switch (able.kind) {
    case "image":
      return [
        text("prompt", "What to make", true),
        ...choice("aspectRatio", "Shape", able.aspectRatios, usual(able.aspectRatios, "1:1")),
        ...choice("resolution", "Resolution", able.resolutions),
        ...choice("quality", "Quality", able.qualities),
        ...choice(
          "numImages",
          "How many",
          Array.from({ length: able.maxImages }, (_, at) => at + 1),
        ),
        ...when(
          able.supportsImageReference,
          media("referenceStorageIds", "Pictures to go by", ["image"], { most: 4 }),
        ),
      ];
    case "video":
      return [
        // A film to work on may say enough.
        text("prompt", "What to make", !able.requiresSourceVideo),
        ...when(
          able.requiresSourceVideo,
          media("sourceVideoStorageId", "Film to work on", ["video"], { isRequired: true }),
        ),
        ...choice("duration", "Seconds", able.durations),
        ...choice("aspectRatio", "Shape", able.aspectRatios, usual(able.aspectRatios, "16:9")),
        ...choice("resolution", "Resolution", able.resolutions),
        ...when(able.supportsFirstFrame, media("startFrameStorageId", "First picture", ["image"])),
        ...when(able.supportsLastFrame, media("endFrameStorageId", "Last picture", ["image"])),
        ...when(
          able.maxReferenceImages > 0,
          media("referenceImageStorageIds", "Pictures to go by", ["image"], {
            most: able.maxReferenceImages,
            isRequired: able.requiresReferenceImage,
          }),
        ),
        ...when(
          able.maxReferenceVideos > 0,
          media("referenceVideoStorageIds", "Films to go by", ["video"], { most: able.maxReferenceVideos }),
        ),
        ...when(
          able.maxReferenceAudios > 0,
          media("referenceAudioStorageIds", "Sounds to go by", ["audio"], { most: able.maxReferenceAudios }),
        ),
        ...when(able.supportsAudioToggle, {
          name: "generateAudio",
          label: "With sound",
          isRequired: false,
          type: "flag",
          first: true,
        }),
      ];
    case "audio":
      return audioFields(able);
    case "upscale":
      return [media("sourceStorageId", "What to enlarge", able.supportedTypes, { isRequired: true })];
  }
}

type Audio = Extract<CatalogModel["capabilities"], { kind: "audio" }>;

function audioFields(able: Audio): readonly Field[] {
  const { minSeconds = 1, maxSeconds } = able;
  if (able.category === "cleanup")
    return [media("sourceStorageId", "Sound to clean up", ["audio"], { isRequired: true })];
  if (able.category === "dubbing")
    return [
      media("videoStorageId", "Film to dub", ["video"], { isRequired: true }),
      ...choice("targetLanguage", "Language", able.targetLanguages),
    ];
  return [
    text("prompt", able.category === "tts" ? "What to say" : "What to make", true),
    ...choice("voice", "Voice", able.voices, able.defaultVoice),
    ...when(able.supportsLyrics, text("lyrics", "Lyrics")),
    ...when(able.supportsStyleInstructions, text("styleInstructions", "How it should sound")),
    ...when(able.supportsInstrumental, {
      name: "instrumental",
      label: "Without singing",
      isRequired: false,
      type: "flag",
      first: false,
    }),
    ...when(maxSeconds !== undefined && able.category !== "tts", {
      name: "durationSeconds",
      label: "Seconds",
      hint: `From ${minSeconds} to ${maxSeconds}`,
      isRequired: false,
      type: "number",
      min: minSeconds,
      max: maxSeconds ?? minSeconds,
    }),
  ];
}

/** Whether a model makes nothing of words alone. */
export const worksOnFile = (model: Pick<CatalogModel, "capabilities">): boolean =>
  fieldsOf(model).some(({ type, isRequired }) => type === "media" && isRequired);

/** The value of a field as the form shows it: what was entered if the model takes it, else its own first one. */
export function valueOf(field: Field, values: Values): unknown {
  const given = values[field.name];
  switch (field.type) {
    case "choice":
      return field.options.some((option) => option === given) ? given : field.first;
    case "flag":
      return typeof given === "boolean" ? given : field.first;
    case "text":
      return typeof given === "string" ? given : "";
    case "number":
      return typeof given === "number" && given >= field.min && given <= field.max ? given : null;
    case "media":
      return Array.isArray(given) ? given.slice(0, field.most) : [];
  }
}

/** The fields that still want something. */
export const missingOf = (fields: readonly Field[], values: Values): readonly Field[] =>
  fields.filter((field) => {
    const value = valueOf(field, values);
    return (
      field.isRequired &&
      (value === null ||
        (typeof value === "string" && value.trim() === "") ||
        (Array.isArray(value) && value.length === 0))
    );
  });

/** What is submitted: only what the model takes, and nothing that is empty. `seconds` is the length of a chosen source. */
export function paramsOf(
  model: Pick<CatalogModel, "kind" | "capabilities">,
  values: Values,
  seconds: number | null,
): Record<string, unknown> {
  const params: Record<string, unknown> = { kind: model.kind };
  const fields = fieldsOf(model);
  for (const field of fields) {
    const value = valueOf(field, values);
    if (field.type === "media") {
      const ids = value as string[];
      if (ids.length > 0) params[field.name] = field.name.endsWith("Ids") ? ids : ids[0];
    } else if (field.type === "text" ? (value as string).trim() !== "" : value !== null)
      params[field.name] = value;
  }
  const { capabilities: able } = model;
  if (able.kind === "upscale") params.durationSeconds = seconds ?? 1;
  if (
    able.kind === "audio" &&
    (able.category === "cleanup" || able.category === "dubbing") &&
    seconds !== null
  )
    params.durationSeconds = seconds;
  return params;
}

/** What was entered for a model, for another one: files stay only where the field takes the same kinds. */
export function carriedTo(
  to: Pick<CatalogModel, "capabilities">,
  from: Pick<CatalogModel, "capabilities">,
  values: Values,
): Values {
  const kindsIn = (model: Pick<CatalogModel, "capabilities">, name: string) =>
    fieldsOf(model).flatMap((field) =>
      field.type === "media" && field.name === name ? [field.kinds.join()] : [],
    )[0];
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const before = kindsIn(from, name);
      return before === undefined || before === kindsIn(to, name);
    }),
  );
}
