import { ServiceError } from "../../contracts/errors.js";
import type { EdgeRoute } from "../http/edge.js";

type Handle = EdgeRoute["handle"];

interface Declared {
  routes: readonly EdgeRoute[];
  elsewhere: Handle;
}

/**
 * The raw routes of the areas that a process could host. The server has them from its start; what answers each is set when an area
 * comes, is renewed or leaves, and not looked for by each request.
 */
export class AreaRoutes {
  readonly #declared = new Map<string, Declared>();

  /** The routes of an area for the server; `elsewhere` answers while the area is not hosted, by default with 503. */
  declare(
    name: string,
    declared: readonly Omit<EdgeRoute, "handle">[],
    elsewhere: Handle = notServed(name),
  ): EdgeRoute[] {
    const routes = declared.map((each) => ({ ...each, handle: elsewhere }));
    this.#declared.set(name, { routes, elsewhere });
    return routes;
  }

  /** Has the routes of an area answered by those of the version that is hosted; by none where no version is. */
  direct(name: string, hosted: readonly EdgeRoute[]): void {
    const { routes, elsewhere } = this.#declared.get(name) ?? { routes: [], elsewhere: notServed(name) };
    for (const route of routes) {
      const own = hosted.filter(({ path }) => path === route.path);
      route.handle = handleOf(route.methods, own, elsewhere);
    }
  }
}

const notServed =
  (name: string): Handle =>
  () =>
    Promise.reject(
      new ServiceError("unavailable", `${name} is not served here.`, { details: { retryAfterSeconds: 5 } }),
    );

/** What answers these methods: one of the routes, whichever is for the method of a request, or what answers where none is. */
function handleOf(methods: readonly string[], routes: readonly EdgeRoute[], otherwise: Handle): Handle {
  const [first] = routes;
  if (first === undefined) return otherwise;
  if (methods.every((method) => first.methods.includes(method))) return first.handle;
  return (request) =>
    (routes.find((route) => route.methods.includes(request.method))?.handle ?? otherwise)(request);
}
