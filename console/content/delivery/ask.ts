import { deliveryGraphql, deliveryListDocuments } from "../../../sdk/generated/operations.js";
import type { DeliveryGraphqlParams, DeliveryListDocumentsParams } from "../../../sdk/generated/types.js";
import { Connection } from "../../../sdk/connection.js";
import { shape } from "../../../sdk/operation.js";

/** An answer of the delivery API as the server sent it. */
export interface Answered {
  status: number;
  milliseconds: number;
  text: string;
}

export type Question =
  | { kind: "rest"; params: DeliveryListDocumentsParams }
  | { kind: "graphql"; params: DeliveryGraphqlParams };

/**
 * Sends a question with the token alone, as a reader's program does. Throws a KilnError if no answer came.
 */
export async function ask(question: Question, secret: string): Promise<Answered> {
  let answered: Answered | null = null;
  const began = performance.now();
  const connection = new Connection({
    url: location.origin,
    key: secret,
    retries: 0,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      answered = {
        status: response.status,
        milliseconds: Math.round(performance.now() - began),
        text: pretty(await response.clone().text()),
      };
      return response;
    },
  });
  try {
    await (question.kind === "rest"
      ? connection.call(deliveryListDocuments, question.params)
      : connection.call(deliveryGraphql, question.params));
  } catch (error) {
    // A refusal is an answer too and is shown as the server sent it.
    if (answered === null) throw error;
  }
  if (answered === null) throw new Error("There was no answer.");
  return answered;
}

/** Returns the address of the request for a question. */
export const addressOf = ({ kind, params }: Question): string =>
  location.origin +
  (kind === "rest"
    ? shape(deliveryListDocuments as never, params as never).path
    : `/v1/content/${params.projectId}/graphql`);

/**
 * Formats JSON with indentation and leaves other texts unchanged. Cuts the text at `MAX_SHOWN` characters, so
 * that the page stays fast.
 */
function pretty(text: string): string {
  try {
    const lines = JSON.stringify(JSON.parse(text), null, 2);
    return lines.length > MAX_SHOWN
      ? `${lines.slice(0, MAX_SHOWN)}\n… and ${lines.length - MAX_SHOWN} characters more`
      : lines;
  } catch {
    return text.slice(0, MAX_SHOWN);
  }
}
const MAX_SHOWN = 200_000;
