import type { ApplicationDeclaration } from "../../kit/applications.js";

const clip = { duration: 5, aspectRatio: "16:9" };

export const clips: readonly ApplicationDeclaration[] = [
  {
    id: "title-clip",
    kind: "video",
    name: "Title clip",
    description: "Five seconds with moving shapes and your words.",
    prompt: "A title sequence with slow movement.",
    modelId: "local-motion",
    acceptsText: true,
    categories: ["film", "education"],
    params: clip,
  },
  {
    id: "living-picture",
    kind: "video",
    name: "Living picture",
    description: "A slow camera move through a picture of yours.",
    prompt: "A slow camera move through the picture.",
    modelId: "local-motion",
    minImages: 1,
    acceptsText: true,
    categories: ["film", "social"],
    presets: [
      { id: "in", name: "Closer", prompt: "The camera comes closer." },
      { id: "across", name: "Across", prompt: "The camera moves across." },
    ],
    params: clip,
  },
  {
    id: "before-and-after",
    kind: "video",
    name: "Before and after",
    description: "One picture becomes another.",
    prompt: "The first picture becomes the second.",
    modelId: "local-motion",
    minImages: 2,
    acceptsText: false,
    categories: ["marketing", "social"],
    params: clip,
  },
  {
    id: "larger-video",
    kind: "video",
    name: "Larger video",
    description: "Doubles both sides of a video; say how many seconds of it.",
    modelId: "local-upscale-video",
    inputKind: "video",
    acceptsText: false,
    categories: ["film"],
    params: {},
  },
];
