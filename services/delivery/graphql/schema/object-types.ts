import {
  GraphQLBoolean,
  type GraphQLEnumType,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigMap,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  GraphQLUnionType,
  GraphQLScalarType,
  type ValueNode,
  valueFromASTUntyped,
} from "graphql";
import { graphqlNames, graphqlNestedName } from "../../../../contracts/content-names.js";
import type { ContentSchema, FieldDefinition } from "../../../../contracts/content-schema.js";
import type { AnyDefinition } from "../../../../contracts/content-values.js";
import type { GraphqlContext, Source } from "../context.js";
import { type FieldArguments, readField } from "../source.js";
import { presentValue } from "./present-value.js";
import { DOCUMENT, MEDIA_ASSET, SYSTEM_FIELDS } from "./shared-types.js";

/** Scalar of portable text, which is delivered unchanged (rules/delivery 41). */
const JSON_SCALAR = new GraphQLScalarType<unknown, unknown>({
  name: "JSON",
  description: "Any JSON value.",
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});

type Field = GraphQLFieldConfig<Source, GraphqlContext, FieldArguments>;

/** Object types of a project's content, one for each content type and nested object (rules/delivery 41). */
export class ObjectTypes {
  readonly #locale: GraphQLEnumType;
  readonly #documents = new Map<string, GraphQLObjectType<Source, GraphqlContext>>();

  constructor(schemas: readonly ContentSchema[], locale: GraphQLEnumType) {
    this.#locale = locale;
    for (const { name, title, description, fields } of schemas) {
      const { type } = graphqlNames(name);
      const made = new GraphQLObjectType<Source, GraphqlContext>({
        name: type,
        description: description ?? title,
        interfaces: [DOCUMENT],
        fields: () => ({ ...SYSTEM_FIELDS, ...this.#fieldsOf(type, fields) }),
      });
      this.#documents.set(name, made);
    }
  }

  /** Returns the object type of a content type. Throws for an unknown one. */
  documentType(name: string): GraphQLObjectType<Source, GraphqlContext> {
    const found = this.#documents.get(name);
    if (found === undefined) throw new Error(`There is no content type ${name}.`);
    return found;
  }

  #fieldsOf(
    parent: string,
    fields: readonly FieldDefinition[],
  ): GraphQLFieldConfigMap<Source, GraphqlContext> {
    return Object.fromEntries(fields.map((field) => [field.name, this.#fieldOf(parent, field)]));
  }

  #fieldOf(parent: string, field: FieldDefinition): Field {
    const { name, title, description } = field;
    const leaf = field.type === "array" ? field.of : field;
    const takesLocale = field.localized === true || leaf.type === "reference";
    return {
      type: this.#outputOf(graphqlNestedName(parent, name), field),
      description: description ?? title,
      ...(takesLocale && { args: { locale: { type: this.#locale } } }),
      resolve(source, args, context) {
        context.spend();
        const locale = args.locale ?? source.locale;
        const place = { source, locale, context };
        return presentValue(field, readField(field, place), place);
      },
    };
  }

  /** Returns the GraphQL type of a definition; `name` is for a type that the definition brings along. */
  #outputOf(name: string, definition: AnyDefinition): GraphQLOutputType {
    switch (definition.type) {
      case "string":
      case "text":
      case "datetime":
        return GraphQLString;
      case "number":
        return definition.integer === true ? GraphQLInt : GraphQLFloat;
      case "boolean":
        return GraphQLBoolean;
      case "portableText":
        return JSON_SCALAR;
      case "media":
        return MEDIA_ASSET;
      case "reference":
        return this.#targetOf(name, definition.to);
      case "array":
        return new GraphQLList(this.#outputOf(name, definition.of));
      case "object":
        // GraphQL has no object type without fields.
        if (definition.fields.length === 0) return JSON_SCALAR;
        return new GraphQLObjectType<Source, GraphqlContext>({
          name,
          fields: () => this.#fieldsOf(name, definition.fields),
        });
    }
  }

  #targetOf(name: string, to: readonly string[]): GraphQLOutputType {
    const targets = [...new Set(to)].flatMap((type) => this.#documents.get(type) ?? []);
    if (to.length === 1) return targets[0] ?? DOCUMENT;
    if (targets.length === 0) return DOCUMENT;
    return new GraphQLUnionType({
      name,
      types: targets,
      resolveType: ({ row }: Source) => graphqlNames(row.type).type,
    });
  }
}
