import type { Contract } from "../../contracts/contract.js";

type Json = Record<string, unknown>;

const TEXT = { schema: { type: "string" } };

/** The headers of an answer that can be revalidated (rules/delivery 7 and 9). */
const CACHING = {
  ETag: { description: "Strong; send it as If-None-Match.", ...TEXT },
  "Cache-Tag": {
    description:
      "Names the project, types and documents in the body, by commas; without the documents where that is over 3,000 characters, and the project alone where that is too.",
    ...TEXT,
  },
  "Cache-Control": {
    description: "`public`, with a preview token `private`, `max-age=0, must-revalidate`.",
    ...TEXT,
  },
};

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The ETag of an answer that the reader has, several by commas, or `*`.",
  ...TEXT,
};

/** The answer to a query that is refused before it runs (rules/delivery 34). */
export const REFUSED_QUERY = {
  description: "The query is malformed, unknown or too large.",
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["errors"],
        properties: {
          errors: {
            type: "array",
            minItems: 1,
            items: {
              type: "object",
              // GraphQL itself adds locations and path.
              additionalProperties: true,
              required: ["message", "extensions"],
              properties: {
                message: { type: "string" },
                extensions: {
                  type: "object",
                  additionalProperties: true,
                  required: ["code"],
                  properties: { code: { type: "string" } },
                },
              },
            },
          },
        },
      },
    },
  },
};

interface Operation extends Json {
  parameters: Json[];
  responses: Readonly<Record<string, Json>>;
}

/** Adds the parameters and answers of readers' raw routes that their contracts do not have. */
export function asDelivered(operation: Operation, { rest }: Contract): Operation {
  const { parameters, responses } = operation;
  if (rest?.method !== "GET") return { ...operation, responses: { ...responses, "400": REFUSED_QUERY } };
  const refusal = rest.path.endsWith("/graphql") && { "400": REFUSED_QUERY };
  return {
    ...operation,
    parameters: [...parameters, IF_NONE_MATCH],
    responses: {
      ...responses,
      ...refusal,
      "200": { ...responses["200"], headers: CACHING },
      "304": { description: "The reader has it: no body.", headers: CACHING },
    },
  };
}
