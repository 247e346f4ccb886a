/** Owning area of each table, which alone imports the entity. `runtime` owns the tables of mechanisms. */
export const ENTITY_OWNERS: Readonly<Record<string, string>> = {
  "account.ts": "identity",
  "api-key.ts": "identity",
  "email-token.ts": "identity",
  "known-client.ts": "identity",
  "oauth-record.ts": "identity",
  "session.ts": "identity",
  "sign-in-failure.ts": "identity",
  "balance.ts": "billing",
  "budget.ts": "billing",
  "checkout.ts": "billing",
  "hold.ts": "billing",
  "ledger-entry.ts": "billing",
  "payment.ts": "billing",
  "payment-event.ts": "billing",
  "model-override.ts": "models",
  "generation-job.ts": "generation",
  "provider-circuit.ts": "generation",
  "account-event.ts": "events",
  "account-event-head.ts": "events",
  "project.ts": "projects",
  "project-invite.ts": "projects",
  "project-member.ts": "projects",
  "project-link.ts": "storage",
  "storage-object.ts": "storage",
  "storage-usage.ts": "storage",
  "content-type.ts": "content",
  "content-type-version.ts": "content",
  "content-former-fields.ts": "content",
  "content-document.ts": "content",
  "content-draft-state.ts": "content",
  "content-presence.ts": "content",
  "content-publish-budget.ts": "content",
  "content-reference.ts": "content",
  "content-revision.ts": "content",
  "content-settings.ts": "content",
  "content-head.ts": "changes",
  "content-change.ts": "changes",
  "content-translation.ts": "content",
  "transcript.ts": "transcriptions",
  "transcription.ts": "transcriptions",
  "translation-call.ts": "translation",
  "translation-job.ts": "translation",
  "webhook.ts": "webhooks",
  "webhook-delivery.ts": "webhooks",
  "delivery-token.ts": "delivery",
  "workflow.ts": "workflows",
  "workflow-run.ts": "workflows",
  "workflow-run-graph.ts": "workflows",
  "workflow-run-node.ts": "workflows",
  "workflow-run-step.ts": "workflows",
  "workflow-run-usage.ts": "workflows",
  "workflow-trigger.ts": "workflows",
  "workflow-trigger-day.ts": "workflows",
  "workflow-trigger-fire.ts": "workflows",
  "audit-entry.ts": "runtime",
  "idempotency-key.ts": "runtime",
  "limited-use.ts": "runtime",
  "model-claim.ts": "runtime",
  "mail.ts": "runtime",
  "setting.ts": "runtime",
  "task.ts": "runtime",
};

/** File of entities/ that declares no entity. */
export const ENTITY_INDEX = "index.ts";

export interface Crossing {
  from: string;
  /** Area whose index.ts may be imported. */
  to: string;
  /** Number of the record in docs/decisions/ that says when areas may reach into each other so. */
  decision: string;
  /** The reason why this pair does not call an action instead. */
  because: string;
}

/** Areas that import another one's index.ts instead of calling its actions. */
export const CROSSINGS: readonly Crossing[] = [
  {
    from: "gateway",
    to: "identity",
    decision: "0004",
    because:
      "Each request is covered by its own read of the credential, in the process that took the request.",
  },
  {
    from: "gateway",
    to: "events",
    decision: "0062",
    because:
      "A subscription by GraphQL writes the same stream of events to its connection as the REST route does.",
  },
  {
    from: "events",
    to: "identity",
    decision: "0031",
    because:
      "A stream of events is checked against its credential each second, in the process that holds it.",
  },
  {
    from: "generation",
    to: "events",
    decision: "0031",
    because: "The event of a job commits together with the change of the job.",
  },
  {
    from: "transcriptions",
    to: "events",
    decision: "0031",
    because: "The event of a transcription commits together with its change.",
  },
  {
    from: "workflows",
    to: "events",
    decision: "0031",
    because: "The event of a run commits together with the change of the run.",
  },
  {
    from: "content",
    to: "workflows",
    decision: "0034",
    because: "The runs that a publish starts are queued in the transaction of the publish.",
  },
  {
    from: "identity",
    to: "billing",
    decision: "0004",
    because: "An account and its balance are made, and a credential and its budget end, in one transaction.",
  },
  {
    from: "identity",
    to: "storage",
    decision: "0097",
    because: "An account and the row that counts its stored bytes are made in one transaction.",
  },
  {
    from: "identity",
    to: "projects",
    decision: "0004",
    because: "An account and its default project are made in one transaction.",
  },
  {
    from: "projects",
    to: "billing",
    decision: "0037",
    because: "A project's budget is set, and ends, in the transaction that changes or deletes the project.",
  },
  {
    from: "generation",
    to: "billing",
    decision: "0004",
    because: "The hold, the charge and the release commit together with the state of the job.",
  },
  {
    from: "storage",
    to: "billing",
    decision: "0004",
    because: "The plan that sets the quota is read in the transaction that reserves bytes.",
  },
  {
    from: "generation",
    to: "storage",
    decision: "0004",
    because: "The results of a job become stored files in the transaction that ends the job.",
  },
  {
    from: "generation",
    to: "projects",
    decision: "0004",
    because:
      "A job joins its project under the project's lock, and who may read it is a condition of the read.",
  },
  {
    from: "storage",
    to: "projects",
    decision: "0004",
    because:
      "A file joins its project under the project's lock, and who may read it is a condition of the read.",
  },
  {
    from: "storage",
    to: "changes",
    decision: "0004",
    because:
      "A change of a project's media is noted in the transaction that makes it, so that no reader misses it.",
  },
  {
    from: "content",
    to: "changes",
    decision: "0004",
    because:
      "A change of a project's content is noted in the transaction that makes it, so that no reader misses it.",
  },
  {
    from: "delivery",
    to: "changes",
    decision: "0004",
    because: "Each answer first reads which changes have been noted, in the process that answers.",
  },
  {
    from: "mcp",
    to: "identity",
    decision: "0004",
    because: "Each request of an agent is covered by its own read of the credential.",
  },
  {
    from: "content",
    to: "projects",
    decision: "0004",
    because:
      "Who may read a document is a condition of the read, and a save asks again under the project's lock.",
  },
  {
    from: "content",
    to: "storage",
    decision: "0004",
    because: "The media that a draft names are checked in the transaction that saves the draft.",
  },
  {
    from: "content",
    to: "webhooks",
    decision: "0004",
    because: "The deliveries of an event commit together with what happened.",
  },
  {
    from: "translation",
    to: "content",
    decision: "0004",
    because: "Translated values, the memory of what a machine wrote and the charge commit together.",
  },
  {
    from: "translation",
    to: "projects",
    decision: "0004",
    because: "A translation job is made under its project's lock.",
  },
  {
    from: "translation",
    to: "billing",
    decision: "0004",
    because: "The hold and the settlement of a language commit together with its state.",
  },
  {
    from: "applications",
    to: "generation",
    decision: "0021",
    because: "A run of an Application is a job, made by the same rules and in the same transaction.",
  },
  {
    from: "transcriptions",
    to: "billing",
    decision: "0004",
    because: "The hold, the charge and the release commit together with the state of the transcription.",
  },
  {
    from: "transcriptions",
    to: "generation",
    decision: "0021",
    because:
      "What a process knows of the faults and circuits of upstreams is one for jobs and transcriptions.",
  },
  {
    from: "transcriptions",
    to: "projects",
    decision: "0004",
    because: "A transcription joins its project under the project's lock.",
  },
  {
    from: "webhooks",
    to: "projects",
    decision: "0004",
    because: "A webhook is made under its project's lock, and only its owner sees it.",
  },
  {
    from: "webhooks",
    to: "storage",
    decision: "0004",
    because: "The media that a payload names are looked up and signed where the payload is written.",
  },
  {
    from: "delivery",
    to: "content",
    decision: "0004",
    because: "An answer is made of the rows of content, which a call to another process would copy.",
  },
  {
    from: "delivery",
    to: "projects",
    decision: "0004",
    because: "A token is made under its project's lock, and only who sees the project lists its tokens.",
  },
  {
    from: "delivery",
    to: "storage",
    decision: "0004",
    because: "The media that an answer names are looked up and signed where the answer is written.",
  },
  {
    from: "workflows",
    to: "billing",
    decision: "0004",
    because: "What a node costs commits together with the state of the node.",
  },
  {
    from: "workflows",
    to: "projects",
    decision: "0004",
    because:
      "A run joins its project under the project's lock, and who may read it is a condition of the read.",
  },
  {
    from: "workflows",
    to: "generation",
    decision: "0020",
    because: "A node and the job that it waits for are made in one transaction.",
  },
  {
    from: "workflows",
    to: "transcriptions",
    decision: "0020",
    because: "A node and the transcription that it waits for are made in one transaction.",
  },
  {
    from: "workflows",
    to: "storage",
    decision: "0020",
    because:
      "A file that a node keeps is written by the process that runs the node, under the key of the step.",
  },
];
