import { type CatalogModel, type MediaKind, NOUNS } from "../queries.js";

/** The entered values by parameter. */
export type Values = Readonly<Record<string, unknown>>;

export type Field = {
  name: string;
  label: string;
  isRequired: boolean;
  hint?: string;
  /** The sentence that is shown while a required field is empty. */
  asks?: string;
} & (
  | { type: "text" }
  | { type: "choice"; options: readonly (string | number)[]; first: string | number }
  | { type: "number"; min: number; max: number }
  | { type: "flag"; first: boolean }
  | { type: "media"; kinds: readonly MediaKind[]; most: number }
);

const text = (name: string, label: string, asks?: string): Field => ({
  name,
  label,
  isRequired: asks !== undefined,
  ...(asks !== undefined && { asks }),
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
  asks: `Add ${kinds.map((kind) => `a ${NOUNS[kind]}`).join(" or ")}.`,
  type: "media",
  kinds,
  most,
});
const ASKS_PROMPT = "Enter a prompt.";
/** Returns the field of a choice, or none if there is a single option, which is used without asking. */
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

/**
 * Returns the fields of a model's form from its capabilities, so that nobody can choose a value that the
 * model refuses.
 */
export function fieldsOf({ capabilities: able }: Pick<CatalogModel, "capabilities">): readonly Field[] {
  switch (able.kind) {
    case "image":
      return [
        text("prompt", "Prompt", ASKS_PROMPT),
        ...choice("aspectRatio", "Aspect ratio", able.aspectRatios, usual(able.aspectRatios, "1:1")),
        ...choice("resolution", "Resolution", able.resolutions),
        ...choice("quality", "Quality", able.qualities),
        ...choice(
          "numImages",
          "Number of pictures",
          Array.from({ length: able.maxImages }, (_, at) => at + 1),
        ),
        ...when(
          able.supportsImageReference,
          media("referenceStorageIds", "Reference pictures", ["image"], { most: 4 }),
        ),
      ];
    case "video":
      return [
        // A model that edits a film needs no prompt.
        text("prompt", "Prompt", able.requiresSourceVideo ? undefined : ASKS_PROMPT),
        ...when(
          able.requiresSourceVideo,
          media("sourceVideoStorageId", "Source film", ["video"], { isRequired: true }),
        ),
        ...choice("duration", "Seconds", able.durations),
        ...choice("aspectRatio", "Aspect ratio", able.aspectRatios, usual(able.aspectRatios, "16:9")),
        ...choice("resolution", "Resolution", able.resolutions),
        ...when(able.supportsFirstFrame, media("startFrameStorageId", "First frame", ["image"])),
        ...when(able.supportsLastFrame, media("endFrameStorageId", "Last frame", ["image"])),
        ...when(
          able.maxReferenceImages > 0,
          media("referenceImageStorageIds", "Reference pictures", ["image"], {
            most: able.maxReferenceImages,
            isRequired: able.requiresReferenceImage,
          }),
        ),
        ...when(
          able.maxReferenceVideos > 0,
          media("referenceVideoStorageIds", "Reference films", ["video"], { most: able.maxReferenceVideos }),
        ),
        ...when(
          able.maxReferenceAudios > 0,
          media("referenceAudioStorageIds", "Reference sounds", ["audio"], { most: able.maxReferenceAudios }),
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
      return [
        media(
          "sourceStorageId",
          able.supportedTypes.includes("video") ? "File to upscale" : "Picture to upscale",
          able.supportedTypes,
          { isRequired: true },
        ),
      ];
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
    able.category === "tts"
      ? text("prompt", "Text to speak", "Enter the text to speak.")
      : text("prompt", "Prompt", ASKS_PROMPT),
    ...choice("voice", "Voice", able.voices, able.defaultVoice),
    ...when(able.supportsLyrics, text("lyrics", "Lyrics")),
    ...when(able.supportsStyleInstructions, text("styleInstructions", "Style")),
    ...when(able.supportsInstrumental, {
      name: "instrumental",
      label: "Instrumental",
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

/** Tells whether a model needs a file besides the text. */
export const worksOnFile = (model: Pick<CatalogModel, "capabilities">): boolean =>
  fieldsOf(model).some(({ type, isRequired }) => type === "media" && isRequired);
