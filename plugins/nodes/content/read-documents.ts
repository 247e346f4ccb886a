import { defineNode, textSetting } from "../../kit/workflow-node.js";
import type { NodeValue } from "../../kit/node-value.js";

const BRANCHES = 12;

export const readDocuments = defineNode({
  type: "readDocuments",
  version: 1,
  title: "Read documents",
  description:
    "Reads up to 12 documents of the run's project by a delivery query, 1 MB together at most, one for each branch. What hangs on a branch without a document is skipped.",
  inputs: {},
  outputs: {
    document: {
      types: ["text"],
      branches: BRANCHES,
      isOptional: true,
      description: "A document as JSON, with `_id`, and `_version` of its draft where drafts are read.",
    },
    total: { types: ["text"], isNamedOnly: true, description: "How many documents the query finds." },
  },
  settings: {
    type: { type: "string", description: "Name of a content type; required." },
    where: {
      type: "string",
      default: "{}",
      description: 'A filter as JSON, as delivery takes it: `{"picture":{"exists":false}}`.',
    },
    sort: { type: "string", description: "Fields by commas, `-field` descending; default `-_createdAt`." },
    select: { type: "string", description: "Fields to keep, by commas." },
    locale: { type: "string", description: "The locale to read; default: the project's." },
    perspective: {
      type: "string",
      default: "drafts",
      values: ["drafts", "published"],
      description: "Drafts as they stand, or what is published.",
    },
    limit: { type: "number", default: BRANCHES, min: 1, max: BRANCHES, description: "How many at most." },
  },
  isFresh: true,
  async run({ settings, content }) {
    const type = textSetting(settings, "type");
    if (type === "") throw new Error("The type is missing: set data.type to the name of a content type.");
    const given = (field: "sort" | "select" | "locale") => {
      const text = textSetting(settings, field);
      return text === "" ? {} : { [field]: text };
    };
    const { documents, total } = await content.find({
      type,
      limit: Math.floor(Number(settings.limit)),
      perspective: settings.perspective === "published" ? "published" : "drafts",
      where: filterOf(textSetting(settings, "where")),
      ...given("sort"),
      ...given("select"),
      ...given("locale"),
    });
    return {
      ...Object.fromEntries(
        documents
          .slice(0, BRANCHES)
          .map((document, index): [string, NodeValue] => [
            `document-${index + 1}`,
            { type: "text", text: JSON.stringify(document) },
          ]),
      ),
      total: { type: "text", text: String(total) },
    };
  },
});

function filterOf(text: string): unknown {
  if (text.trim() === "" || text.trim() === "{}") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('data.where must be JSON, as in {"title":{"eq":"Kiln"}}.');
  }
}
