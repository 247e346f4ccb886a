import type { ApplicationDeclaration } from "../../kit/applications.js";
import { definePlugin } from "../../kit/define-plugin.js";

const square = { aspectRatio: "1:1", numImages: 1 };
const clip = { aspectRatio: "16:9", duration: 2 };
const base = { categories: ["education"], acceptsText: true } as const;
const presets = [
  { id: "warm", name: "Warm", prompt: "In warm colours." },
  { id: "cold", name: "Cold", prompt: "In cold colours." },
];

const declare = (
  id: string,
  about: string,
  rest: Omit<ApplicationDeclaration, "id" | "name" | "description" | "categories" | "acceptsText"> & {
    acceptsText?: boolean;
  },
): ApplicationDeclaration => ({
  ...base,
  categories: [...base.categories],
  id,
  name: `Mock: ${about}`,
  description: `For tests: ${about}.`,
  ...rest,
});

/** One for each rule of a run (rules/applications 2 to 7), on models of the mock. */
const applications: readonly ApplicationDeclaration[] = [
  declare("mock-app-text", "an image from text, with presets", {
    kind: "image",
    modelId: "mock-image",
    prompt: "A picture for a test.",
    presets,
    params: square,
  }),
  declare("mock-app-words", "an image without a base prompt", {
    kind: "image",
    modelId: "mock-image",
    presets,
    params: square,
  }),
  declare("mock-app-silent", "an image without text", {
    kind: "image",
    modelId: "mock-image",
    prompt: "A picture for a test.",
    acceptsText: false,
    presets,
    params: square,
  }),
  declare("mock-app-images", "an image from one to three images", {
    kind: "image",
    modelId: "mock-image",
    prompt: "A picture of pictures.",
    minImages: 1,
    maxImages: 3,
    presets,
    params: square,
  }),
  declare("mock-app-frames", "a video between two images", {
    kind: "video",
    modelId: "mock-video",
    prompt: "A clip for a test.",
    minImages: 2,
    params: clip,
  }),
  declare("mock-app-edit", "a video from a video", {
    kind: "video",
    modelId: "mock-video-edit",
    prompt: "The clip, otherwise.",
    inputKind: "video",
    params: clip,
  }),
  declare("mock-app-upscale", "a larger video, billed by its duration", {
    kind: "video",
    modelId: "mock-upscale-video",
    inputKind: "video",
    acceptsText: false,
    params: {},
  }),
  declare("mock-app-larger", "a larger image", {
    kind: "image",
    modelId: "mock-upscale-image",
    minImages: 1,
    acceptsText: false,
    params: { durationSeconds: 1 },
  }),
  declare("mock-app-cleanup", "a cleaner voice, billed by its duration", {
    kind: "audio",
    modelId: "mock-cleanup",
    inputKind: "audio",
    acceptsText: false,
    params: {},
  }),
  declare("mock-app-speech", "speech, which says the text alone", {
    kind: "audio",
    modelId: "mock-tts",
    params: {},
  }),
  declare("mock-app-music", "music", {
    kind: "audio",
    modelId: "mock-music-prompt",
    prompt: "Music for a test.",
    params: {},
  }),
  declare("mock-app-paid", "an image for buyers", {
    kind: "image",
    modelId: "mock-image-paid",
    prompt: "A picture for a test.",
    params: square,
  }),
];

const shelf = (kind: ApplicationDeclaration["kind"], title: string) => ({
  id: `mock-${kind}`,
  title,
  tagline: "For tests.",
  applicationIds: applications.filter((each) => each.kind === kind).map(({ id }) => id),
});

export default definePlugin({
  name: "mock-applications",
  version: "1.0.0",
  provides: {
    applications: (host) =>
      host.env["MOCK_PROVIDER"] === "1"
        ? {
            id: "mock",
            applications,
            collections: [
              shelf("image", "Mock images"),
              shelf("video", "Mock videos"),
              shelf("audio", "Mock sound"),
            ],
          }
        : null,
  },
});
