import type { Dispatcher } from "undici";

/** Takes the limits off a call: by default one ends after 300 s without the head of an answer or a byte of its body. */
const unlimited: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
  dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler);

/**
 * Does a `fetch` that only its signal gives up, because many upstreams answer when the work is done (rules/models 53). Most
 * processes never make such a call, so the package is loaded with the first one.
 */
export async function fetchUpstream(
  url: string | URL,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  const { getGlobalDispatcher } = await import("undici");
  return fetch(url, { ...init, dispatcher: getGlobalDispatcher().compose(unlimited) });
}
