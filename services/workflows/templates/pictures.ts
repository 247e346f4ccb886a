import { draw, type Template } from "./template.js";

const CANVAS = "local-canvas";
const STYLES = {
  studio: "Product on a white studio background, soft light",
  sunset: "Product outdoors at sunset, warm light",
  night: "Product in a dark room with blue neon light",
  garden: "Product in a green garden, bright morning light",
};
const FORMATS = { square: "1:1", story: "9:16", banner: "16:9", portrait: "4:5" };

export const PICTURES: readonly Template[] = [
  {
    id: "product-photo-styles",
    name: "Product photo in four styles",
    description: "One photo of a product, shown in a studio, at sunset, by neon light and in a garden.",
    needs: [],
    graph: draw(
      [
        [["photo", "imageInput"]],
        Object.entries(STYLES).map(
          ([id, prompt]) => [id, "generateImage", { model: CANVAS, prompt }] as const,
        ),
        [["result", "output"]],
      ],
      Object.keys(STYLES).flatMap((id) => [`photo>${id}:references`, `${id}>result`]),
    ),
  },
  {
    id: "social-set",
    name: "Social set",
    description: "One idea as a square, a story, a banner and a portrait.",
    needs: [],
    graph: draw(
      [
        [["idea", "prompt", { text: "A harbour at dawn, orange sky, title: Good morning" }]],
        Object.entries(FORMATS).map(
          ([id, aspectRatio]) => [id, "generateImage", { model: CANVAS, aspectRatio }] as const,
        ),
        [["result", "output"]],
      ],
      Object.keys(FORMATS).flatMap((id) => [`idea>${id}:prompt`, `${id}>result`]),
    ),
  },
  {
    id: "poster-enlarged",
    name: "Poster, enlarged",
    description: "A poster from one sentence, at twice its size.",
    needs: [],
    graph: draw(
      [
        [["idea", "prompt", { text: "Poster of a mountain lake, blue and green, title: Summer" }]],
        [["poster", "generateImage", { model: CANVAS, aspectRatio: "2:3" }]],
        [["large", "upscale", { model: "local-upscale" }]],
        [["result", "output"]],
      ],
      ["idea>poster", "poster>large", "large>result"],
    ),
  },
];
