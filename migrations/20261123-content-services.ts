import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Translation jobs, webhooks with their deliveries, delivery tokens. */
export class ContentServices1795392060000 implements MigrationInterface {
  readonly name = "ContentServices1795392060000";

  async up(runner: QueryRunner): Promise<void> {
    await makeTable(
      runner,
      "translation_jobs",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        runningIn: { type: "id", nullable: true },
        kind: { type: "key" },
        documentId: { type: "id", nullable: true },
        options: { type: "json" },
        payerId: { type: "id" },
        status: { type: "key" },
        model: { type: "key" },
        documentsTotal: { type: "int" },
        documentsDone: { type: "int" },
        cursorId: { type: "id", nullable: true },
        valuesTranslated: { type: "int" },
        creditsSpent: { type: "big" },
        failures: { type: "json" },
        errorMessage: { type: "longText", nullable: true },
        startedById: { type: "id" },
        startedByEmail: { type: "text" },
        createdAt: { type: "big" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_translation_jobs_newest", columns: ["projectId", "createdAt", "id"] },
        { name: "UQ_translation_jobs_running", columns: ["runningIn"], unique: true },
      ],
    );
    await makeTable(
      runner,
      "translation_calls",
      {
        id: { type: "id" },
        jobId: { type: "id" },
        projectId: { type: "id" },
        documentId: { type: "id" },
        locale: { type: "key" },
        payerId: { type: "id" },
        status: { type: "key" },
        model: { type: "key" },
        estimatedCredits: { type: "big" },
        costCredits: { type: "big", nullable: true },
        translated: { type: "json" },
        skipped: { type: "json" },
        errorCode: { type: "key", nullable: true },
        errorMessage: { type: "longText", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_translation_calls_language", columns: ["jobId", "documentId", "locale"], unique: true },
        { name: "IX_translation_calls_project", columns: ["projectId"] },
      ],
    );
    await makeTable(
      runner,
      "webhooks",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        name: { type: "longText" },
        url: { type: "longText" },
        events: { type: "json" },
        isEnabled: { type: "flag" },
        isTroubled: { type: "flag" },
        sealedSecret: { type: "longText" },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
      },
      [{ name: "IX_webhooks_project", columns: ["projectId", "createdAt", "id"] }],
    );
    await makeTable(
      runner,
      "webhook_deliveries",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        webhookId: { type: "id" },
        event: { type: "key" },
        documentId: { type: "id" },
        payload: { type: "json", nullable: true },
        body: { type: "longText", nullable: true },
        status: { type: "key" },
        attempts: { type: "json" },
        rung: { type: "int" },
        nextAttemptAt: { type: "big", nullable: true },
        createdAt: { type: "big" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_webhook_deliveries_newest", columns: ["webhookId", "createdAt", "id"] },
        { name: "IX_webhook_deliveries_age", columns: ["completedAt"] },
      ],
    );
    await makeTable(
      runner,
      "delivery_tokens",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        name: { type: "longText" },
        mode: { type: "key" },
        hash: { type: "hash" },
        createdById: { type: "id", nullable: true },
        createdAt: { type: "big" },
        lastUsedAt: { type: "big", nullable: true },
      },
      [
        { name: "UQ_delivery_tokens_hash", columns: ["hash"], unique: true },
        { name: "IX_delivery_tokens_project", columns: ["projectId", "createdAt", "id"] },
      ],
    );
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
