import { ServiceError } from "../../contracts/errors.js";
import type { EdgeRoute } from "../http/edge.js";

type Handle = EdgeRoute["handle"];

interface Declared {
  routes: readonly EdgeRoute[];
  elsewhere: Handle;
}

/**
 * The raw routes of the areas that a process could host. The server has these routes from its start. The
 * handler of each is set when an area comes, is renewed or leaves, so that no request has to look for it.
 */
export class AreaRoutes {
  readonly #declared = new Map<string, Declared>();

  /**
   * Returns the routes of an area for the server. `elsewhere` answers them while the area is not hosted; by
   * default they answer 503.
   */
  declare(
    name: string,
    declared: readonly Omit<EdgeRoute, "handle">[],
    elsewhere: Handle = notServed(name),
  ): EdgeRoute[] {
    const routes = declared.map((each) => ({ ...each, handle: elsewhere }));
    this.#declared.set(name, { routes, elsewhere });
    return routes;
  }

  /**
   * Lets the routes of the hosted version answer the routes of an area, or `elsewhere` if no version is
   * hosted.
   */
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

/**
 * Returns a handler for these methods: it passes a request to the route for its method, or to `otherwise` if
 * there is none.
 */
function handleOf(methods: readonly string[], routes: readonly EdgeRoute[], otherwise: Handle): Handle {
  const [first] = routes;
  if (first === undefined) return otherwise;
  if (methods.every((method) => first.methods.includes(method))) return first.handle;
  return (request) =>
    (routes.find((route) => route.methods.includes(request.method))?.handle ?? otherwise)(request);
}
