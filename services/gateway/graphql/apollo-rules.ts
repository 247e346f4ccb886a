import { type ApolloServerPlugin, type GraphQLRequestListener, HeaderMap } from "@apollo/server";
import { type GraphQLError, OperationTypeNode } from "graphql";
import type { Auth } from "../../../contracts/auth.js";
import { invalidParams } from "../../../contracts/errors.js";
import { wrongVariable } from "../../../runtime/http/wrong-variable.js";
import type { Host } from "../../../runtime/process/host.js";
import { admitFields } from "./admit-fields.js";
import type { Asking } from "./asking.js";
import type { Introspection } from "./introspection/introspection.js";
import { isIntrospection } from "./introspection/is-introspection.js";
import type { GraphqlRequest } from "./read-request.js";
import { asError, asGraphqlError, renderFieldError } from "./render-errors.js";
import { BeginAnew } from "./room/answer-room.js";
import { overRoom } from "./room/result-room.js";
import { writeText } from "./room/write-text.js";
import type { PlatformSchema } from "./schema/make-schema.js";
import type { Asked } from "../foreign-origin.js";

/** The context that Apollo hands to the fields of a request. */
export interface Context {
  asking: Asking;
  auth: Auth;
  asked: Asked;
  requestId: string;
}

/** The context within Apollo, which copies the object but not its members. */
export interface Way extends Context {
  given: GraphqlRequest;
  /** An answer about the schema, which bypasses Apollo: Apollo would parse the text and write it again. */
  about: { isAsked: boolean; schema: Buffer | null; thrown: Error | null };
  /** A long answer, which bypasses Apollo, because Apollo would write it in one go. */
  long: { text: Buffer | null };
}

/**
 * Makes the plugin by which Apollo leaves three things to Kiln: the scopes of the fields, the answer about
 * the schema, and the room of the result.
 */
export function apolloRules(
  { baseUrl, log }: Pick<Host, "baseUrl" | "log">,
  platform: PlatformSchema,
  introspection: Introspection,
): ApolloServerPlugin<Way> {
  return {
    async requestDidStart(): Promise<GraphQLRequestListener<Way>> {
      let thrown: readonly GraphQLError[] = [];
      return {
        async didResolveOperation({ document, operation, contextValue }) {
          const { auth, asked, asking, about, requestId } = contextValue;
          asking.room.isQuery = operation?.operation === OperationTypeNode.QUERY;
          if (operation === undefined) return;
          try {
            if (operation.operation === OperationTypeNode.SUBSCRIPTION)
              throw invalidParams("A subscription is answered as a stream: send Accept: text/event-stream.");
            admitFields(platform, document, operation, { auth, asked, baseUrl });
            about.isAsked = isIntrospection(document, operation);
          } catch (error) {
            throw asGraphqlError(error, requestId);
          }
          const wrong = wrongVariable(platform.schema, operation, contextValue.given.variables);
          if (wrong !== null) throw wrong;
        },
        async responseForOperation({ operation, contextValue: { given, about, requestId } }) {
          if (!about.isAsked) return null;
          // Apollo would take an error that is thrown here for a fault of its own.
          about.schema = await introspection.answer(given, operation, requestId).catch((error: unknown) => {
            about.thrown = asError(error);
            return null;
          });
          if (about.schema === null && about.thrown === null) return null;
          const http = { status: undefined, headers: new HeaderMap() };
          return { http, body: { kind: "single", singleResult: { data: null } } };
        },
        async didEncounterErrors({ errors }) {
          thrown = errors;
        },
        async willSendResponse({ response, contextValue: { requestId, asking, long } }) {
          const { room } = asking;
          if (response.body.kind !== "single") return;
          // The partial result of a query that begins anew is no answer, and Apollo would write it.
          const drop = () => (response.body = { kind: "single", singleResult: { data: null } });
          if (room.mustBeginAnew) return void drop();
          const result = response.body.singleResult;
          result.errors &&= result.errors.map((error, at) =>
            renderFieldError(error, thrown[at], { requestId, log }),
          );
          const length = await overRoom(result.data);
          const refused = typeof length === "number" ? await refusal(room.write(length)) : length;
          if (refused instanceof BeginAnew) return void drop();
          if (refused !== null) {
            result.data = null;
            result.errors = [renderFieldError({ message: "" }, refused, { requestId, log })];
          } else if (room.isLong) {
            const { errors, data } = result;
            drop();
            long.text = await writeText({ errors, data });
          }
        },
      };
    },
  };
}

/** Returns the error that the work throws, or null where it throws none. */
const refusal = (work: Promise<void>): Promise<unknown> => work.then(() => null, asError);
