import { draw, type Template } from "./template.js";

const BRANCHES = [1, 2, 3, 4];

export const CONTENT: readonly Template[] = [
  {
    id: "article-with-picture",
    name: "Articles with pictures",
    description:
      "For up to four articles without a picture: makes one from the article, sets the field `picture`, publishes. Needs a content type `article` with `title` and the media field `picture`.",
    needs: [],
    graph: draw(
      [
        [
          [
            "read",
            "readDocuments",
            {
              type: "article",
              where: JSON.stringify({ picture: { exists: false } }),
              select: "title",
              limit: 4,
            },
          ],
        ],
        BRANCHES.map(
          (n) => [`make${n}`, "generateImage", { model: "local-canvas", aspectRatio: "16:9" }] as const,
        ),
        BRANCHES.map((n) => [`set${n}`, "setField", { field: "picture" }] as const),
        BRANCHES.map((n) => [`publish${n}`, "publish"] as const),
      ],
      BRANCHES.flatMap((n) => [
        `read:document-${n}>make${n}:prompt`,
        `read:document-${n}>set${n}:document`,
        `make${n}>set${n}:value`,
        `set${n}>publish${n}`,
      ]),
    ),
  },
  {
    id: "translated-and-published",
    name: "Translated and published",
    description:
      "Translates up to four articles into every locale of the project, what is missing or outdated, and publishes them. Needs a content type `article`.",
    needs: ["textModel"],
    graph: draw(
      [
        [["read", "readDocuments", { type: "article", sort: "-_updatedAt", limit: 4 }]],
        BRANCHES.map((n) => [`translate${n}`, "translate"] as const),
        BRANCHES.map((n) => [`publish${n}`, "publish"] as const),
      ],
      BRANCHES.flatMap((n) => [`read:document-${n}>translate${n}`, `translate${n}>publish${n}`]),
    ),
  },
  {
    id: "article-read-aloud",
    name: "Articles read aloud",
    description:
      "For up to four articles without a recording: reads the title aloud and sets the field `recording`. Needs a content type `article` with `title` and the media field `recording`.",
    needs: [],
    graph: draw(
      [
        [
          [
            "read",
            "readDocuments",
            {
              type: "article",
              where: JSON.stringify({ recording: { exists: false } }),
              select: "title",
              limit: 4,
            },
          ],
        ],
        BRANCHES.map((n) => [`speak${n}`, "generateAudio", { model: "local-voice" }] as const),
        BRANCHES.map((n) => [`set${n}`, "setField", { field: "recording" }] as const),
      ],
      BRANCHES.flatMap((n) => [
        `read:document-${n}>speak${n}:prompt`,
        `read:document-${n}>set${n}:document`,
        `speak${n}>set${n}:value`,
      ]),
    ),
  },
];
