import { draw, type Template } from "./template.js";

const SCENES = "A village in the valley\nA path through the forest\nThe summit at sunset";
const PARTS = [1, 2, 3];

export const VIDEOS: readonly Template[] = [
  {
    id: "storyboard-to-video",
    name: "Storyboard to video",
    description: "Three lines become three pictures, and these a video with crossfades.",
    needs: [],
    graph: draw(
      [
        [["scenes", "prompt", { text: SCENES }]],
        [["lines", "textSplitter"]],
        PARTS.map(
          (n) => [`scene${n}`, "generateImage", { model: "local-canvas", aspectRatio: "16:9" }] as const,
        ),
        [
          [
            "film",
            "generateVideo",
            { model: "local-motion", prompt: "Crossfades", duration: 6, resolution: "480p" },
          ],
        ],
        [["result", "output"]],
      ],
      [
        "scenes>lines",
        ...PARTS.flatMap((n) => [`lines:branch-${n}>scene${n}`, `scene${n}>film:referenceImages`]),
        "film>result",
      ],
    ),
  },
  {
    id: "photo-in-motion",
    name: "Photo in motion",
    description: "A slow camera move over one photo.",
    needs: [],
    graph: draw(
      [
        [["photo", "imageInput"]],
        [
          [
            "film",
            "generateVideo",
            { model: "local-motion", prompt: "Slow zoom in", duration: 3, resolution: "480p" },
          ],
        ],
        [["result", "output"]],
      ],
      ["photo>film:startFrame", "film>result"],
    ),
  },
];
