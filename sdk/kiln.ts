import { ChangeFeed } from "./change-feed.js";
import { Connection, type ConnectionOptions } from "./connection.js";
import { AREAS } from "./generated/areas.js";
import type { CallOptions, NoParams, Operation } from "./operation.js";
import { pages } from "./pages.js";

type Areas = typeof AREAS;
type Params<Op> = Op extends Operation<infer P, unknown, unknown> ? P : never;
type Result<Op> =
  Op extends Operation<never, infer R, unknown> ? R : Op extends { types?: { result: infer R } } ? R : never;
type Item<Op> = Op extends { types?: { item: infer I } } ? I : never;
/** The arguments of a route; its parameters may be left out if none is required. */
type Given<P> = P extends NoParams
  ? [params?: P, options?: CallOptions]
  : object extends P
    ? [params?: P, options?: CallOptions]
    : [params: P, options?: CallOptions];

/** A route as a function. A route that answers pages also has `each`, which reads all of them. */
export type Bound<Op> = ((...given: Given<Params<Op>>) => Promise<Result<Op>>) &
  ([Item<Op>] extends [never]
    ? unknown
    : { each(...given: Given<Params<Op>>): AsyncGenerator<Item<Op>, void, undefined> });

/** All routes by their area, such as `kiln.generation.create(…)`. */
export type Routes = {
  readonly [Area in keyof Areas]: { readonly [Verb in keyof Areas[Area]]: Bound<Areas[Area][Verb]> };
};

export type Kiln = Routes & {
  /** The connection, for uploads and for calls by operation. */
  readonly connection: Connection;
  /** The feed of changes, which the functions that wait listen to. */
  readonly changes: ChangeFeed;
};

/** Makes a client. It sends nothing yet. */
export function createKiln(options: ConnectionOptions): Kiln {
  const connection = new Connection(options);
  const areas = Object.entries(AREAS).map(([area, operations]) => {
    const bound = Object.entries(operations as unknown as Record<string, AnyOperation>).map(
      ([verb, operation]) => [verb, bind(connection, operation)],
    );
    return [area, Object.fromEntries(bound)];
  });
  return { ...Object.fromEntries(areas), connection, changes: new ChangeFeed(connection) } as Kiln;
}

type Loose = Record<string, unknown>;
type AnyOperation = Operation<Loose, Loose, unknown>;

function bind(connection: Connection, operation: AnyOperation): unknown {
  const call = (params: Loose = {}, options?: CallOptions) => connection.call(operation, params, options);
  if (operation.items === undefined) return call;
  const { items } = operation;
  const each = ({ limit, offset, ...rest }: Loose = {}, options?: CallOptions) =>
    pages(async (page) => (await call({ ...rest, ...page }, options))[items] as unknown[], {
      ...(typeof limit === "number" && { limit }),
      ...(typeof offset === "number" && { offset }),
    });
  return Object.assign(call, { each });
}
