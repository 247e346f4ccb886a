/** Requests to untrusted addresses: imports and webhooks (rules/running 28). */
export { checkDestination } from "./check-url.js";
export { checkUrl } from "./check-url.js";
export { GuardedFetchError } from "./fetch-error.js";
export { guardedFetch, type GuardedRequest, type GuardedResponse, isRedirect } from "./guarded-fetch.js";
export {
  ANY_NETWORK,
  isPublicAddress,
  networkPolicy,
  type NetworkPolicy,
  PUBLIC_NETWORK,
} from "./network-policy.js";
export { nameResolver, type Resolver } from "./name-resolver.js";
