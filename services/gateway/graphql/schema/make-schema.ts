import "reflect-metadata";
import { type GraphQLSchema, validateSchema } from "graphql";
import {
  Arg,
  buildSchemaSync,
  createParameterDecorator,
  FieldResolver,
  getMetadataStorage,
  Mutation,
  Query,
  Resolver,
  type ResolverData,
  Subscription,
} from "type-graphql";
import type { Contract } from "../../../../contracts/contract.js";
import { streamEvents } from "../../../../contracts/events.js";
import { reasonOf } from "../../../../runtime/errors/reason-of.js";
import { type ContractField, contractField, resultType } from "./contract-field.js";
import type { Drawn } from "./draw.js";
import { isNamedHere, typeNameOf } from "./field-names.js";
import { type Relation, RELATIONS } from "./relations.js";
import { STREAMS, type StreamingField, type CallingField } from "./streams.js";
import { classOf, type MadeClass, nullableOf, type Placed, refuseName, Types } from "./types.js";

/** Resolves a field that calls a contract. */
export type ResolveField = (field: CallingField, data: ResolverData) => Promise<unknown>;

/** Yields the values of a field of Subscription. */
export type StreamField = (field: StreamingField, data: ResolverData) => AsyncIterable<unknown>;

export interface PlatformSchema {
  schema: GraphQLSchema;
  /** The fields that call contracts, by names like `Query.projects` and `Job.project`. */
  fields: ReadonlyMap<string, CallingField>;
  /** The names of plugins' contracts that have no field, each with the reason. */
  leftOut: ReadonlyMap<string, string>;
}

/**
 * Makes the schema of the contracts. The decorators of type-graphql write into one register for the whole
 * process, which has one schema at a time. A contract of Kiln that cannot be drawn is a defect and throws. A
 * contract of a plugin is left out, and the others stay: they are drawn last, so that their names take none
 * of Kiln's.
 */
export function makePlatformSchema(
  contracts: readonly Contract[],
  resolve: ResolveField,
  stream: StreamField = nothing,
): PlatformSchema {
  const leftOut = new Map<string, string>();
  const added = contracts.filter((contract) => {
    if (isNamedHere(contract)) return false;
    const fault = faultAlone(contract);
    if (fault !== null) leftOut.set(contract.name, fault);
    return fault === null;
  });
  getMetadataStorage().clear();
  const types = new Types();
  const fields = new Map<string, CallingField>();
  const byContract = new Map<string, ContractField>();
  const roots: MadeClass[] = [];
  const add = (contract: Contract) => {
    const field = contractField(contract);
    if (field === null) return;
    const key = `${typeNameOf(field.operation)}.${field.name}`;
    if (fields.has(key)) throw new Error(`Two contracts have the field ${key}.`);
    const calling = { ...field, relation: null };
    roots.push(declareRoot(calling, types, resolve));
    fields.set(key, calling);
    byContract.set(contract.name, field);
  };
  for (const contract of contracts) if (isNamedHere(contract)) add(contract);
  const resolvers = RELATIONS.map((relation) => {
    const target = byContract.get(relation.contract);
    const on = types.find(relation.on);
    if (target === undefined || on === undefined) return null;
    const calling = { ...target, relation };
    fields.set(`${relation.on}.${relation.name}`, calling);
    return declareRelation(on, calling, types, resolve);
  });
  const streams = declareStreams(byContract, fields, types, stream);
  for (const contract of added) {
    try {
      types.allOrNone(() => add(contract));
    } catch (error) {
      leftOut.set(contract.name, reasonOf(error));
    }
  }
  const schema = build([...roots, streams, ...resolvers.filter((made) => made !== null)]);
  return { schema, fields, leftOut };
}

const build = (resolvers: readonly MadeClass[]): GraphQLSchema =>
  buildSchemaSync({
    resolvers: resolvers as never,
    validate: false,
    skipCheck: true,
    emitSchemaFile: false,
    // type-graphql demands a `pubSub` for any subscription; the subscriptions here bring their own values.
    pubSub: { publish() {}, subscribe: nothing as never },
  });

const known = new WeakMap<Contract, string | null>();

/**
 * Returns the reason why GraphQL could not have a contract even without any other contract, or null: a name
 * that REST allows may be illegal there.
 */
function faultAlone(contract: Contract): string | null {
  let fault = known.get(contract);
  if (fault === undefined) known.set(contract, (fault = drawnAlone(contract)));
  return fault;
}

function drawnAlone(contract: Contract): string | null {
  getMetadataStorage().clear();
  try {
    const field = contractField(contract);
    if (field === null) return null;
    // A schema needs a query, so the contract is drawn as one whatever it is.
    const query: CallingField = { ...field, operation: "query", relation: null };
    const [error] = validateSchema(build([declareRoot(query, new Types(), async () => null)]));
    return error?.message ?? null;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Declares a field of Query or Mutation on a class of its own. */
function declareRoot(field: CallingField, types: Types, resolve: ResolveField): MadeClass {
  const { name, operation, contract } = field;
  const root = classOf(`Root${typeNameOf(name)}`);
  Resolver()(root);
  const placed = resultType(field, types);
  // Root fields are nullable, so that a field that fails leaves the results of the others.
  const options = {
    nullable: nullableOf({ ...placed, isNullable: true }),
    description: contract.description,
  };
  declareMethod(root, name, (data) => resolve(field, data));
  const decorate = operation === "query" ? Query : Mutation;
  decorate(() => placed.value as never, options as never)(root.prototype as object, name, {});
  declareArguments(root, field, types, new Set());
  return root;
}

async function* nothing(): AsyncGenerator<unknown> {}

/** Declares a field of Subscription for each thing that changes, and one for all changes. */
function declareStreams(
  byContract: ReadonlyMap<string, ContractField>,
  fields: Map<string, CallingField>,
  types: Types,
  stream: StreamField,
): MadeClass {
  const made = classOf("Streams");
  Resolver()(made);
  for (const { name, contract, kind, id, description } of STREAMS) {
    const field = contract === null ? contractField(streamEvents) : byContract.get(contract);
    if (field === null || field === undefined) continue;
    const streaming: StreamingField = { ...field, name, relation: null, kind, id };
    fields.set(`Subscription.${name}`, streaming);
    const placed = resultType(field, types);
    declareMethod(made, name, async ({ root }) => root as unknown);
    const options = {
      nullable: nullableOf({ ...placed, isNullable: true }),
      description,
      subscribe: (data: ResolverData) => stream(streaming, data),
    };
    Subscription(() => placed.value as never, options as never)(made.prototype as object, name, {});
    if (contract !== null) declareArguments(made, field, types, new Set(), name);
  }
  return made;
}

const dataOf = createParameterDecorator((data: ResolverData) => data);

/** Declares a method that gets all that GraphQL knows of its call. */
function declareMethod(of: MadeClass, name: string, method: (data: ResolverData) => Promise<unknown>): void {
  Object.defineProperty(of.prototype, name, { value: method, configurable: true });
  dataOf(of.prototype as object, name, 0);
}

function declareArguments(
  of: MadeClass,
  { name, params }: ContractField,
  types: Types,
  known: ReadonlySet<string>,
  method = name,
): void {
  const { properties = {}, required = [] } = params;
  let at = 1;
  for (const [key, schema] of Object.entries(properties)) {
    if (known.has(key)) continue;
    refuseName(key, "parameter");
    const placed = types.input(schema, typeNameOf(name) + typeNameOf(key));
    const isNullable = placed.isNullable || !required.includes(key);
    const options = { nullable: nullableOf({ ...placed, isNullable }), ...describedAs(schema) };
    Arg(key, () => placed.value as never, options as never)(of.prototype as object, method, at);
    at += 1;
  }
}

const describedAs = ({ description, default: standard }: Drawn): { description?: string } => {
  const said = standard === undefined ? "" : `By default ${JSON.stringify(standard)}.`;
  const text = [description, said].filter(Boolean).join(" ");
  return text === "" ? {} : { description: text };
};

function declareRelation(
  on: MadeClass,
  field: CallingField & { relation: Relation },
  types: Types,
  resolve: ResolveField,
): MadeClass {
  const { relation } = field;
  const resolver = classOf(`${relation.on}${typeNameOf(relation.name)}`);
  Resolver(() => on as never)(resolver);
  const placed = relationType(field, types);
  const options = {
    nullable: nullableOf({ ...placed, isNullable: true }),
    description: relation.description,
  };
  declareMethod(resolver, relation.name, (data) => resolve(field, data));
  FieldResolver(() => placed.value as never, options as never)(
    resolver.prototype as object,
    relation.name,
    {},
  );
  declareArguments(resolver, field, types, new Set(Object.keys(relation.from)), relation.name);
  return resolver;
}

function relationType(field: CallingField & { relation: Relation }, types: Types): Placed {
  const { relation, result } = field;
  if (relation.pick !== undefined) {
    const schema = result.properties?.[relation.pick] ?? {};
    return types.output(schema, schema.shape ?? typeNameOf(relation.pick));
  }
  const placed = resultType(field, types);
  return relation.each ? { value: [placed.value], isNullable: true, hasNullItems: true } : placed;
}
