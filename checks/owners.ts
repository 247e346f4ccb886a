/** Which area owns which table: it alone imports the entity. `runtime` owns what mechanisms keep. */
export const ENTITY_OWNERS: Readonly<Record<string, string>> = {
  "account.ts": "identity",
  "api-key.ts": "identity",
  "email-token.ts": "identity",
  "known-client.ts": "identity",
  "session.ts": "identity",
  "sign-in-failure.ts": "identity",
  "balance.ts": "billing",
  "checkout.ts": "billing",
  "hold.ts": "billing",
  "ledger-entry.ts": "billing",
  "payment.ts": "billing",
  "payment-event.ts": "billing",
  "model-override.ts": "models",
  "generation-job.ts": "generation",
  "provider-circuit.ts": "generation",
  "project.ts": "projects",
  "project-invite.ts": "projects",
  "project-member.ts": "projects",
  "project-link.ts": "storage",
  "storage-object.ts": "storage",
  "storage-usage.ts": "storage",
  "content-type.ts": "content",
  "content-type-version.ts": "content",
  "content-document.ts": "content",
  "content-draft-state.ts": "content",
  "content-reference.ts": "content",
  "content-revision.ts": "content",
  "content-settings.ts": "content",
  "content-head.ts": "changes",
  "content-change.ts": "changes",
  "content-translation.ts": "content",
  "translation-call.ts": "translation",
  "translation-job.ts": "translation",
  "webhook.ts": "webhooks",
  "webhook-delivery.ts": "webhooks",
  "delivery-token.ts": "delivery",
  "idempotency-key.ts": "runtime",
  "mail.ts": "runtime",
  "setting.ts": "runtime",
  "task.ts": "runtime",
};

/** Not entities themselves. */
export const ENTITY_INDEX = "index.ts";

export interface Crossing {
  from: string;
  /** The area whose index.ts may be imported. */
  to: string;
  /** Number of the record in docs/decisions/ that says why. */
  decision: string;
}

/** Areas that reach into another one's index.ts instead of calling its actions. */
export const CROSSINGS: readonly Crossing[] = [
  { from: "gateway", to: "identity", decision: "0004" },
  { from: "identity", to: "billing", decision: "0004" },
  { from: "identity", to: "projects", decision: "0004" },
  { from: "generation", to: "billing", decision: "0004" },
  { from: "storage", to: "billing", decision: "0004" },
  { from: "generation", to: "storage", decision: "0004" },
  { from: "generation", to: "projects", decision: "0004" },
  { from: "storage", to: "projects", decision: "0004" },
  { from: "storage", to: "changes", decision: "0004" },
  { from: "content", to: "changes", decision: "0004" },
  { from: "delivery", to: "changes", decision: "0004" },
  { from: "mcp", to: "identity", decision: "0004" },
  { from: "content", to: "projects", decision: "0004" },
  { from: "content", to: "storage", decision: "0004" },
  { from: "content", to: "webhooks", decision: "0004" },
  { from: "translation", to: "content", decision: "0004" },
  { from: "translation", to: "projects", decision: "0004" },
  { from: "translation", to: "billing", decision: "0004" },
  { from: "webhooks", to: "projects", decision: "0004" },
  { from: "webhooks", to: "storage", decision: "0004" },
  { from: "delivery", to: "content", decision: "0004" },
  { from: "delivery", to: "projects", decision: "0004" },
  { from: "delivery", to: "storage", decision: "0004" },
];
