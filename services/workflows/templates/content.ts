import { draw, type Template } from "./template.js";

const BRANCHES = [1, 2, 3, 4];

export const CONTENT: readonly Template[] = [
  {
    id: "article-with-picture",
    name: "Articles with pictures",
    description:
      "Makes pictures for up to four articles that have none, and publishes them. Needs a type `article` with the fields `title` and `picture`.",
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
      "Translates what is missing or outdated in up to four articles, into every language of the project, and publishes them. Needs a type `article`.",
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
      "Reads the titles of up to four articles aloud that have no recording yet. Needs a type `article` with the fields `title` and `recording`.",
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
