import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** A route as the framework has it. */
export interface MountedRoute {
  method: string;
  /** With its parameters and their patterns. */
  url: string;
}

const CHANNEL = "fastify.initialization";

/** Does what starts servers in this process; gives what that gave, and every route that they mounted. */
export async function withRoutes<T>(start: () => Promise<T>): Promise<{ made: T; routes: MountedRoute[] }> {
  const routes: MountedRoute[] = [];
  const watch = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook("onRoute", ({ method, url }) => {
      for (const each of [method].flat()) routes.push({ method: each, url });
    });
  };
  subscribe(CHANNEL, watch);
  try {
    return { made: await start(), routes };
  } finally {
    unsubscribe(CHANNEL, watch);
  }
}
