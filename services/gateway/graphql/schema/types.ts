import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLString } from "graphql";
import { createUnionType, Field, InputType, ObjectType, registerEnumType } from "type-graphql";
import { type Drawn, enumOf, isClosed, NAME, withoutNull } from "./draw.js";
import { typeNameOf } from "./field-names.js";
import { JSON_SCALAR } from "./json-scalar.js";

/** A type in type-graphql's form: a class, a scalar, an enumeration, or a list of one of them. */
export type TypeValue = object | [TypeValue];
export type MadeClass = new () => object;

/** A type at its place: whether null may stand there, and whether null may be among the items of a list. */
export interface Placed {
  value: TypeValue;
  isNullable: boolean;
  hasNullItems: boolean;
}

export const nullableOf = ({ isNullable, hasNullItems, value }: Placed) => {
  if (!Array.isArray(value) || !hasNullItems) return isNullable;
  return isNullable ? "itemsAndList" : "items";
};

const INT32 = 2 ** 31 - 1;
/** The properties that REST counts without a bound and that are small. */
const COUNTS = new Set(["total", "limit", "offset"]);

/** The names of types that every schema has. */
const TAKEN = new Set([
  "Boolean",
  "Float",
  "ID",
  "Int",
  JSON_SCALAR.name,
  "Mutation",
  "Query",
  "String",
  "Subscription",
]);

/** Throws for a name that GraphQL does not allow. */
export function refuseName(name: string, kind: "parameter" | "type"): void {
  if (!NAME.test(name))
    throw new Error(
      `The ${kind} ${name} cannot be named so in GraphQL, whose names have letters, digits and _, and do not begin with a digit or __.`,
    );
}

/**
 * The types of one schema, made of JSON schemas by the decorators of type-graphql called as functions. Each
 * name is made once; two different types must not share one.
 */
export class Types {
  readonly #made = new Map<string, { value: object; source: string }>();

  /** Returns the class of the object type with a name, if it was made. */
  find(name: string): MadeClass | undefined {
    return this.#made.get(name)?.value as MadeClass | undefined;
  }

  /** Runs work, and forgets the types that it made if it throws. */
  allOrNone(work: () => void): void {
    const before = new Map(this.#made);
    try {
      work();
    } catch (error) {
      this.#made.clear();
      for (const [name, made] of before) this.#made.set(name, made);
      throw error;
    }
  }

  /** Returns the type of a result; its fields that may be left out are null then. */
  output(drawn: Drawn, name: string): Placed {
    return this.#placed(drawn, name, "output");
  }

  /** Returns the type of an argument. */
  input(drawn: Drawn, name: string): Placed {
    return this.#placed(drawn, name, "input");
  }

  /** Makes an object type of fields whose types are made already. */
  objectOf(name: string, fields: Readonly<Record<string, Placed & { description?: string }>>): MadeClass {
    const source = JSON.stringify(Object.keys(fields));
    return this.#once(name, source, () => {
      const made = classOf(name);
      ObjectType(name, { simpleResolvers: true })(made);
      for (const [field, placed] of Object.entries(fields)) declare(made, field, placed, placed.description);
      return made;
    }) as MadeClass;
  }

  #placed(drawn: Drawn, name: string, io: "input" | "output"): Placed {
    const { schema, isNullable } = withoutNull(drawn);
    if (schema.type === "array" && schema.items !== undefined && schema.prefixItems === undefined) {
      const item = this.#placed(schema.items, name, io);
      return { value: [item.value], isNullable, hasNullItems: item.isNullable || item.hasNullItems };
    }
    return { value: this.#named(schema, name, io), isNullable, hasNullItems: false };
  }

  #named(schema: Drawn, name: string, io: "input" | "output"): object {
    const texts = enumOf(schema);
    if (texts !== null) return this.#enum(texts, `${name}${io === "input" ? "Input" : ""}`);
    if (isClosed(schema))
      return io === "output" ? this.#object(schema, name) : this.#inputObject(schema, name);
    if (io === "output") return this.#union(schema, name) ?? scalarOf(schema, name);
    return scalarOf(schema, name);
  }

  #object(schema: Drawn, place: string): MadeClass {
    const name = schema.shape ?? place;
    return this.#once(name, JSON.stringify(schema.properties), () => {
      const made = classOf(name);
      ObjectType(name, { simpleResolvers: true, ...described(schema) })(made);
      // A type may refer to itself only through lists of the same shape.
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        const placed = this.output(property, name + typeNameOf(field));
        const isOptional = !(schema.required ?? []).includes(field);
        declare(
          made,
          field,
          { ...placed, isNullable: placed.isNullable || isOptional },
          property.description,
        );
      }
      return made;
    }) as MadeClass;
  }

  #inputObject(schema: Drawn, place: string): MadeClass {
    const name = `${schema.shape ?? place}Input`;
    return this.#once(name, JSON.stringify(schema.properties), () => {
      const made = classOf(name);
      InputType(name, described(schema))(made);
      for (const [field, property] of Object.entries(schema.properties ?? {})) {
        const placed = this.input(property, (schema.shape ?? place) + typeNameOf(field));
        const isOptional = !(schema.required ?? []).includes(field);
        declare(
          made,
          field,
          { ...placed, isNullable: placed.isNullable || isOptional },
          property.description,
        );
      }
      return made;
    }) as MadeClass;
  }

  #enum(texts: readonly string[], name: string): object {
    return this.#once(name, JSON.stringify(texts), () => {
      const values = Object.fromEntries(texts.map((text) => [text, text]));
      registerEnumType(values, { name });
      return values;
    });
  }

  /** Makes a union of objects that a text of the same field tells apart; returns null for other schemas. */
  #union({ anyOf, oneOf, shape }: Drawn, place: string): object | null {
    const name = shape ?? place;
    const options = (oneOf ?? anyOf)?.filter(isClosed) ?? [];
    if (options.length < 2 || options.length !== (oneOf ?? anyOf)?.length) return null;
    const kind = Object.keys(options[0]?.properties ?? {}).find((field) =>
      options.every(({ properties }) => typeof properties?.[field]?.const === "string"),
    );
    if (kind === undefined) return null;
    return this.#once(name, JSON.stringify(options), () => {
      const members = new Map<string, MadeClass>();
      for (const option of options) {
        const text = String(option.properties?.[kind]?.const);
        members.set(text, this.#object(askedAlike(option, options), name + typeNameOf(text)));
      }
      return createUnionType({
        name,
        types: () => [...members.values()] as never,
        resolveType: (value: Record<string, string>) => members.get(value[kind] ?? "") as never,
      });
    });
  }

  #once(name: string, source: string, make: () => object): object {
    const known = this.#made.get(name);
    if (known === undefined) {
      refuseName(name, "type");
      if (TAKEN.has(name)) throw new Error(`The type ${name} is one that every schema of GraphQL has.`);
      const value = make();
      this.#made.set(name, { value, source });
      return value;
    }
    if (known.source !== source) throw new Error(`Two types of GraphQL are named ${name}.`);
    return known.value;
  }
}

/**
 * Returns a member of a union whose fields are as nullable as in all members: GraphQL refuses a query that
 * asks two members for fields of one name, of which only one may be null.
 */
function askedAlike(option: Drawn, all: readonly Drawn[]): Drawn {
  const isCertain = (name: string): boolean =>
    all.every(({ properties = {}, required = [] }) => !(name in properties) || required.includes(name));
  return { ...option, required: (option.required ?? []).filter(isCertain) };
}

function scalarOf(schema: Drawn, name: string): object {
  const kind = schema.const === undefined ? schema.type : typeof schema.const;
  if (kind === "string") return GraphQLString;
  if (kind === "boolean") return GraphQLBoolean;
  if (kind === "number") return GraphQLFloat;
  if (kind !== "integer") return JSON_SCALAR;
  const { minimum = -Infinity, maximum = Infinity } = schema;
  const isSmall = minimum >= -INT32 && maximum <= INT32;
  const isCount = COUNTS.has(name.replace(/^.*(?=[A-Z])/, "").toLowerCase());
  return isSmall || isCount ? GraphQLInt : GraphQLFloat;
}

const described = ({ description }: Drawn) => (description === undefined ? {} : { description });

/** Makes the class by which type-graphql knows a type or its resolvers. */
export function classOf(name: string): MadeClass {
  // oxlint-disable-next-line no-extraneous-class -- type-graphql takes classes, and these have no members of their own
  const made = class {};
  Object.defineProperty(made, "name", { value: name });
  return made;
}

function declare(made: MadeClass, field: string, placed: Placed, description: string | undefined): void {
  const options = { nullable: nullableOf(placed), ...(description !== undefined && { description }) };
  Field(() => placed.value as never, options as never)(made.prototype as object, field);
}
