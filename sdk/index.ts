/** The client library of Kiln for Node and browsers (docs/sdk.md). */
export { ChangeFeed } from "./change-feed.js";
export { Connection, type ConnectionOptions } from "./connection.js";
export * from "./generated/errors.js";
export * from "./generated/operations.js";
export type * from "./generated/types.js";
export { createKiln, type Bound, type Kiln, type Routes } from "./kiln.js";
export { InvalidResponseError, KilnError, UnreachableError, type Failure } from "./kiln-error.js";
export type { CallOptions, NoParams, Operation } from "./operation.js";
export { pages, type PageRequest } from "./pages.js";
export { retryingFetch, type Fetch, type RetryOptions } from "./retrying-fetch.js";
export { upload, type Source, type UploadOptions } from "./upload.js";
export { waitForJob, waitForRun, waitForTranscription, type Waiting, type WaitOptions } from "./wait.js";
export {
  verifyWebhook,
  WebhookError,
  type HeadersLike,
  type VerifyOptions,
  type WebhookEvent,
} from "./webhooks.js";
