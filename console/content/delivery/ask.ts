import { deliveryGraphql, deliveryListDocuments } from "../../../sdk/generated/operations.js";
import type { DeliveryGraphqlParams, DeliveryListDocumentsParams } from "../../../sdk/generated/types.js";
import { Connection } from "../../../sdk/connection.js";
import { shape } from "../../../sdk/operation.js";

/** An answer as it came. */
export interface Answered {
  status: number;
  milliseconds: number;
  text: string;
}

export type Question =
  | { kind: "rest"; params: DeliveryListDocumentsParams }
  | { kind: "graphql"; params: DeliveryGraphqlParams };

/** Asks as a reader does: with a token and nothing else. Throws a KilnError where no answer came. */
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
    // A refusal is an answer too, and is shown as it came.
    if (answered === null) throw error;
  }
  if (answered === null) throw new Error("There was no answer.");
  return answered;
}

/** The address that a question goes to. */
export const addressOf = ({ kind, params }: Question): string =>
  location.origin +
  (kind === "rest"
    ? shape(deliveryListDocuments as never, params as never).path
    : `/v1/content/${params.projectId}/graphql`);

/** JSON in lines of its own; anything else as it is. Large answers are cut, so that the page stays quick. */
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
