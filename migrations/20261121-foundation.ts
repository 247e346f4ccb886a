import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** The tables of the foundation: identity, billing, storage, models, generation, tasks. */
export class Foundation1795219200000 implements MigrationInterface {
  readonly name = "Foundation1795219200000";

  async up(runner: QueryRunner): Promise<void> {
    await makeTable(
      runner,
      "accounts",
      {
        id: { type: "id" },
        email: { type: "key" },
        name: { type: "text", nullable: true },
        image: { type: "longText", nullable: true },
        passwordHash: { type: "text" },
        emailVerified: { type: "flag" },
        operator: { type: "flag" },
        suspended: { type: "flag" },
        features: { type: "json" },
        defaultProjectId: { type: "id" },
        founder: { type: "key", nullable: true },
        searchText: { type: "longText", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_accounts_email", columns: ["email"], unique: true },
        { name: "UQ_accounts_founder", columns: ["founder"], unique: true },
        { name: "IX_accounts_operator", columns: ["operator"] },
        { name: "IX_accounts_created", columns: ["createdAt", "id"] },
      ],
    );
    await makeTable(
      runner,
      "sessions",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        createdAt: { type: "big" },
        lastUsedAt: { type: "big" },
        expiresAt: { type: "big" },
      },
      [
        { name: "IX_sessions_account", columns: ["accountId"] },
        { name: "IX_sessions_expires", columns: ["expiresAt"] },
      ],
    );
    await makeTable(
      runner,
      "api_keys",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        name: { type: "text" },
        hash: { type: "hash" },
        scopes: { type: "json", nullable: true },
        createdAt: { type: "big" },
        lastUsedAt: { type: "big", nullable: true },
      },
      [
        { name: "UQ_api_keys_hash", columns: ["hash"], unique: true },
        { name: "IX_api_keys_account", columns: ["accountId", "createdAt", "id"] },
      ],
    );
    await makeTable(
      runner,
      "email_tokens",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        purpose: { type: "key" },
        expiresAt: { type: "big" },
      },
      [
        { name: "IX_email_tokens_account", columns: ["accountId", "purpose"] },
        { name: "IX_email_tokens_expires", columns: ["expiresAt"] },
      ],
    );
    await makeTable(
      runner,
      "sign_in_failures",
      {
        id: { type: "id" },
        clearAt: { type: "big" },
      },
      [{ name: "IX_sign_in_failures_clear", columns: ["clearAt"] }],
    );
    await makeTable(
      runner,
      "known_clients",
      {
        id: { type: "id" },
        expiresAt: { type: "big" },
      },
      [{ name: "IX_known_clients_expires", columns: ["expiresAt"] }],
    );
    await makeTable(
      runner,
      "balances",
      {
        id: { type: "id" },
        tier: { type: "key" },
        interval: { type: "key", nullable: true },
        periodStart: { type: "big", nullable: true },
        periodEnd: { type: "big", nullable: true },
        paidUntil: { type: "big", nullable: true },
        cancelAtPeriodEnd: { type: "flag" },
        pastDue: { type: "flag" },
        monthlyBudgetCredits: { type: "big" },
        spentCreditsThisPeriod: { type: "big" },
        purchasedCredits: { type: "big" },
        heldCredits: { type: "big" },
        hasPurchased: { type: "flag" },
        gateway: { type: "key", nullable: true },
        subscription: { type: "key", nullable: true },
        paymentId: { type: "id", nullable: true },
        anchorAt: { type: "big", nullable: true },
        stateAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_balances_period", columns: ["periodEnd"] },
        { name: "IX_balances_subscription", columns: ["subscription"] },
      ],
    );
    await makeTable(
      runner,
      "ledger_entries",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        kind: { type: "key" },
        deltaCredits: { type: "big" },
        ref: { type: "key", nullable: true },
        note: { type: "longText", nullable: true },
        projectId: { type: "id", nullable: true },
        actorId: { type: "id", nullable: true },
        actorEmail: { type: "text", nullable: true },
        previewStorageId: { type: "id", nullable: true },
        previewKind: { type: "key", nullable: true },
        once: { type: "key", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_ledger_entries_once", columns: ["once"], unique: true },
        { name: "IX_ledger_entries_account", columns: ["accountId", "createdAt", "id"] },
        { name: "IX_ledger_entries_project", columns: ["projectId", "createdAt", "id"] },
      ],
    );
    await makeTable(
      runner,
      "holds",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        credits: { type: "big" },
        createdAt: { type: "big" },
      },
      [{ name: "IX_holds_account", columns: ["accountId"] }],
    );
    await makeTable(
      runner,
      "checkouts",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        kind: { type: "key" },
        dollars: { type: "int", nullable: true },
        tier: { type: "key", nullable: true },
        interval: { type: "key", nullable: true },
        status: { type: "key" },
        gateway: { type: "key" },
        url: { type: "longText", nullable: true },
        expiresAt: { type: "big" },
        createdAt: { type: "big" },
        paidAt: { type: "big", nullable: true },
      },
      [{ name: "IX_checkouts_account", columns: ["accountId"] }],
    );
    await makeTable(
      runner,
      "payments",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        kind: { type: "key" },
        reference: { type: "key" },
        cents: { type: "big" },
        credits: { type: "big" },
        takenCredits: { type: "big" },
        refundedCents: { type: "big" },
        createdAt: { type: "big" },
        countedAt: { type: "big", nullable: true },
      },
      [{ name: "IX_payments_reference", columns: ["reference"] }],
    );
    await makeTable(runner, "mails", {
      id: { type: "id" },
      sealed: { type: "longText" },
      createdAt: { type: "big" },
    });
    await makeTable(runner, "payment_events", {
      id: { type: "id" },
      kind: { type: "key" },
      payload: { type: "json" },
      createdAt: { type: "big" },
    });
    await makeTable(
      runner,
      "idempotency_keys",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        bodyHash: { type: "hash" },
        resourceId: { type: "id" },
        createdAt: { type: "big" },
      },
      [{ name: "IX_idempotency_keys_created", columns: ["createdAt"] }],
    );
    await makeTable(
      runner,
      "storage_objects",
      {
        id: { type: "id" },
        ownerId: { type: "id" },
        filename: { type: "longText", nullable: true },
        contentType: { type: "text" },
        sizeBytes: { type: "big" },
        origin: { type: "key" },
        state: { type: "key" },
        thumb: { type: "key" },
        createdAt: { type: "big" },
      },
      [
        { name: "IX_storage_objects_owner", columns: ["ownerId", "state", "createdAt", "id"] },
        { name: "IX_storage_objects_size", columns: ["ownerId", "state", "sizeBytes", "id"] },
        { name: "IX_storage_objects_state", columns: ["state", "createdAt"] },
      ],
    );
    await makeTable(runner, "storage_usage", {
      id: { type: "id" },
      committedBytes: { type: "big" },
    });
    await makeTable(
      runner,
      "projects",
      {
        id: { type: "id" },
        ownerId: { type: "id" },
        name: { type: "text" },
        description: { type: "longText", nullable: true },
        avatarStorageId: { type: "id", nullable: true },
        isDefault: { type: "flag" },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
      },
      [{ name: "IX_projects_owner", columns: ["ownerId"] }],
    );
    await makeTable(runner, "model_overrides", {
      id: { type: "id" },
      enabled: { type: "flag", nullable: true },
      pricing: { type: "json", nullable: true },
      paidOnly: { type: "flag", nullable: true },
      updatedAt: { type: "big" },
    });
    await makeTable(runner, "provider_circuits", {
      id: { type: "id" },
      failures: { type: "int" },
      openUntil: { type: "big" },
      trialAt: { type: "big" },
    });
    await makeTable(
      runner,
      "generation_jobs",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        actorEmail: { type: "text" },
        payerId: { type: "id" },
        projectId: { type: "id", nullable: true },
        cutId: { type: "id", nullable: true },
        model: { type: "key" },
        provider: { type: "key" },
        kind: { type: "key" },
        params: { type: "json" },
        status: { type: "key" },
        estimatedCredits: { type: "big" },
        costCredits: { type: "big", nullable: true },
        errorMessage: { type: "longText", nullable: true },
        errorCode: { type: "key", nullable: true },
        errorRetryable: { type: "flag", nullable: true },
        resultStorageIds: { type: "json", nullable: true },
        submits: { type: "int" },
        failures: { type: "int" },
        handle: { type: "json", nullable: true },
        upstreamSince: { type: "big", nullable: true },
        providerGoneSince: { type: "big", nullable: true },
        createdAt: { type: "big" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_generation_jobs_account", columns: ["accountId", "createdAt", "id"] },
        { name: "IX_generation_jobs_project", columns: ["projectId", "createdAt", "id"] },
        { name: "IX_generation_jobs_waiting", columns: ["accountId", "status"] },
        { name: "IX_generation_jobs_provider", columns: ["status", "provider"] },
      ],
    );
    await makeTable(
      runner,
      "tasks",
      {
        id: { type: "id" },
        queue: { type: "key" },
        subject: { type: "id" },
        payer: { type: "id" },
        priority: { type: "int" },
        state: { type: "key" },
        runAt: { type: "big" },
        attempts: { type: "int" },
        fence: { type: "int" },
        owner: { type: "id", nullable: true },
        leaseUntil: { type: "big", nullable: true },
        lastError: { type: "longText", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_tasks_subject", columns: ["queue", "subject"], unique: true },
        { name: "IX_tasks_ready", columns: ["state", "queue", "payer", "runAt"] },
        { name: "IX_tasks_lease", columns: ["state", "leaseUntil"] },
      ],
    );
    await makeTable(runner, "settings", {
      id: { type: "id" },
      value: { type: "longText" },
    });
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
