import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { FastifyInstance } from "fastify";

/** Route as Fastify has it. */
export interface MountedRoute {
  method: string;
  /** Path of the route with its parameters and their patterns. */
  url: string;
}

const CHANNEL = "fastify.initialization";

/** Runs a function that starts servers in this process. Returns its result and every route that the servers mounted. */
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
