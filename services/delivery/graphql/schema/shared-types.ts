import {
  GraphQLID,
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLFieldConfigMap,
} from "graphql";
import type { DeliveryDocument } from "../../../../contracts/content-delivery-document.js";
import { graphqlNames } from "../../../../contracts/content-names.js";
import type { GraphqlContext, Source } from "../context.js";

/** Media as a document names it. */
export interface MediaSource {
  storageId: string;
}

const text = new GraphQLNonNull(GraphQLString);

/** Object type of media; media that the project does not have have no URL (rules/delivery 13 and 41). */
export const MEDIA_ASSET = new GraphQLObjectType<MediaSource, GraphqlContext>({
  name: "MediaAsset",
  fields: {
    storageId: { type: text },
    url: {
      type: GraphQLString,
      description: "Signed; expires.",
      resolve: async ({ storageId }, _args, context) => (await context.media.load(storageId))?.url,
    },
    contentType: {
      type: GraphQLString,
      resolve: async ({ storageId }, _args, context) => (await context.media.load(storageId))?.contentType,
    },
  },
});

const system = (
  name: keyof DeliveryDocument & `_${string}`,
  type: GraphQLFieldConfigMap<Source, GraphqlContext>[string]["type"],
) => ({
  [name]: {
    type,
    resolve: ({ row }: Source, _args: object, context: GraphqlContext): unknown => {
      context.spend();
      return context.systemOf(row)[name];
    },
  },
});

/** System fields of documents (rules/delivery 12). */
export const SYSTEM_FIELDS: GraphQLFieldConfigMap<Source, GraphqlContext> = {
  ...system("_id", new GraphQLNonNull(GraphQLID)),
  ...system("_type", text),
  ...system("_status", text),
  ...system("_createdAt", text),
  ...system("_updatedAt", text),
  ...system("_publishedAt", GraphQLString),
  _locale: {
    type: GraphQLString,
    resolve: ({ locale }, _args, context) => {
      context.spend();
      return locale;
    },
  },
  _fallbackFields: {
    type: new GraphQLNonNull(new GraphQLList(text)),
    resolve: (source, _args, context) => context.fallbackFieldsOf(source),
  },
};

/** Interface that every document type of a project implements. */
export const DOCUMENT = new GraphQLInterfaceType({
  name: "Document",
  fields: SYSTEM_FIELDS,
  resolveType: ({ row }: Source) => graphqlNames(row.type).type,
});
