/**
 * Files of the http and hostile rings that write rows and that the rings run on SQLite only: another file sends each of their statements
 * to MariaDB (`there`), and the proof does not depend on the engine. Such proofs are about permissions, refusals, the contents of
 * answers, and the memory of a process. No file of this list proves what follows the death of a process, freshness, concurrent callers of
 * the same rows, or an order or a comparison of texts by the database; where one proves that something is free of charge, a file of `there`
 * proves it on MariaDB. `http/identity/audit` calls every action that writes. ADR-0072 says how the statements were counted. With
 * --long all of these files run on both engines.
 */
export const STATEMENTS_ELSEWHERE: readonly { part: string; proves: string; there: readonly string[] }[] = [
  {
    part: "hostile/content/types",
    proves:
      "that rules which compare large types, and a deletion of many bytes and events, take turns with everybody else in a process",
    there: [
      "http/content/delete-type",
      "http/content/settings",
      "http/content/types",
      "http/projects/cascade",
      "service/runtime/delete-batch",
    ],
  },
  {
    part: "hostile/gateway/long-reads",
    proves: "that long answers take turns in a process",
    there: ["http/content/list-documents", "http/storage/whole-lists"],
  },
  {
    part: "hostile/identity/floods",
    proves: "that hashes, mails and tickets of many strangers leave room for others",
    there: ["http/identity/floods", "http/identity/throttle", "http/projects/races", "http/storage/tickets"],
  },
  {
    part: "hostile/storage/whole-lists",
    proves: "that a process keeps no long list; http/storage/whole-lists has its pieces on both",
    there: ["http/storage/whole-lists"],
  },
  {
    part: "http/billing/gateways",
    proves: "what is answered where nothing can be bought",
    there: ["http/billing/checkout", "http/generation/generations"],
  },
  {
    part: "http/content/document-media",
    proves: "which media a draft and a publish take",
    there: ["http/content/list-documents", "http/identity/audit", "service/storage/delivery-media"],
  },
  {
    part: "http/content/document-permissions",
    proves: "who may do what to documents",
    there: ["http/content/delete-type", "http/identity/audit"],
  },
  {
    part: "http/content/grown-drafts",
    proves: "how drafts of other shapes are read and merged, which is done in memory",
    there: ["http/content/draft-update", "http/content/revisions", "service/content/compaction"],
  },
  {
    part: "http/content/transitions",
    proves: "which status follows which",
    there: ["http/content/references", "http/content/revisions", "http/content/types"],
  },
  {
    part: "http/content/types-permissions",
    proves: "who may do what to types",
    there: ["http/content/types", "http/identity/audit"],
  },
  {
    part: "http/delivery/expand-edges",
    proves:
      "how references are followed, between documents in memory; http/delivery/under-change is about freshness",
    there: ["http/content/delete-type", "http/delivery/documents"],
  },
  {
    part: "http/delivery/id-filters",
    proves: "how ids are compared, of documents in memory",
    there: ["http/delivery/documents", "service/delivery/media-statements"],
  },
  {
    part: "http/delivery/linked-media",
    proves: "which media a reader is given; service/delivery/media-statements is about freshness",
    there: ["http/delivery/documents", "service/delivery/media-statements"],
  },
  {
    part: "http/delivery/same-url",
    proves: "by what a process tells answers apart that it keeps",
    there: ["http/delivery/documents", "service/delivery/response-cache"],
  },
  {
    part: "http/delivery/staged-media",
    proves: "that a process does not keep what it knows of a file before its commit",
    there: ["http/storage/uploads", "service/delivery/media-statements"],
  },
  {
    part: "http/generation/odd-providers",
    proves:
      "what providers may hand over; that nothing is charged for failures: http/generation/generations and races",
    there: ["http/generation/generations", "http/generation/races", "http/projects/cascade"],
  },
  {
    part: "http/generation/results",
    proves: "which results are kept; that nothing is charged for others: hostile/providers/lying",
    there: ["hostile/providers/lying", "http/generation/generations", "service/storage/results"],
  },
  {
    part: "http/identity/sign-in",
    proves: "what a session's cookie opens, and for how long",
    there: ["http/identity/mail-tokens", "http/identity/throttle", "service/identity/authenticator"],
  },
  {
    part: "http/projects/invite-mail",
    proves: "what a mail says",
    there: ["http/projects/projects", "service/projects/see-project"],
  },
  {
    part: "http/projects/permissions",
    proves: "who may do what in a project",
    there: ["http/identity/audit", "http/projects/projects", "service/projects/see-project"],
  },
  {
    part: "http/storage/publish",
    proves: "public addresses and their headers",
    there: ["http/identity/audit", "http/storage/uploads", "service/storage/media"],
  },
  {
    part: "http/translation/preview",
    proves: "what a run would do, which is counted in memory",
    there: ["http/translation/meanwhile", "http/translation/project"],
  },
  {
    part: "http/workflows/applications",
    proves: "what a node makes of an Application; its charge is that of http/workflows/runs",
    there: ["http/workflows/resume", "http/workflows/runs"],
  },
  {
    part: "http/workflows/ended-credentials",
    proves:
      "what acts of credentials that are gone; http/billing/budgets and service/billing/budgets count what they spent",
    there: [
      "http/billing/budgets",
      "http/identity/audit",
      "http/workflows/resume",
      "http/workflows/triggers",
    ],
  },
  {
    part: "http/workflows/failed-texts",
    proves:
      "what a node says of a text that failed; that it costs nothing: http/translation/model-answers and service/billing/verify-ledger",
    there: ["http/translation/model-answers", "http/workflows/resume", "service/billing/verify-ledger"],
  },
  {
    part: "http/workflows/run-events",
    proves: "who hears of a run",
    there: ["http/events/events", "http/workflows/resume"],
  },
  {
    part: "http/workflows/workflows",
    proves: "what a workflow holds, and who sees it",
    there: ["http/identity/audit", "http/storage/whole-lists", "http/workflows/content"],
  },
];
