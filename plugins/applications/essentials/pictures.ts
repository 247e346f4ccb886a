import type { ApplicationDeclaration } from "../../kit/applications.js";

const square = { aspectRatio: "1:1", numImages: 1 };
const wide = { aspectRatio: "16:9", numImages: 1 };
const upright = { aspectRatio: "9:16", numImages: 1 };

export const pictures: readonly ApplicationDeclaration[] = [
  {
    id: "poster",
    kind: "image",
    name: "Poster",
    description: "An upright poster of what you describe.",
    prompt: "An upright poster with a bold, calm composition and generous margins.",
    modelId: "local-canvas",
    acceptsText: true,
    categories: ["marketing", "art"],
    presets: [
      { id: "dawn", name: "Dawn", prompt: "Warm colours of dawn, soft light." },
      { id: "night", name: "Night", prompt: "Deep blues of night, one bright accent." },
      { id: "forest", name: "Forest", prompt: "Greens of a forest after rain." },
    ],
    params: upright,
  },
  {
    id: "abstract-background",
    kind: "image",
    name: "Abstract background",
    description: "A quiet wide background for slides and pages; it needs no words.",
    prompt: "A quiet abstract background of large soft shapes.",
    modelId: "local-canvas",
    acceptsText: false,
    categories: ["marketing", "education"],
    presets: [
      { id: "sand", name: "Sand", prompt: "Sand and clay." },
      { id: "sea", name: "Sea", prompt: "Sea and mist." },
    ],
    params: wide,
  },
  {
    id: "picture-from-words",
    kind: "image",
    name: "Picture from words",
    description: "A square picture of whatever you write; your words are the whole prompt.",
    modelId: "local-canvas",
    acceptsText: true,
    categories: ["art"],
    params: square,
  },
  {
    id: "social-card",
    kind: "image",
    name: "Social card",
    description: "Turns one to three pictures of yours into a card for a post.",
    prompt: "A clean card for a social post, made of the given pictures.",
    modelId: "local-canvas",
    minImages: 1,
    maxImages: 3,
    acceptsText: true,
    categories: ["social", "marketing"],
    presets: [{ id: "bright", name: "Bright", prompt: "Bright and friendly." }],
    params: square,
  },
  {
    id: "sharper-picture",
    kind: "image",
    name: "Larger picture",
    description: "Doubles both sides of a picture.",
    modelId: "local-upscale",
    minImages: 1,
    acceptsText: false,
    categories: ["art", "marketing"],
    params: { durationSeconds: 1 },
  },
];
