import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Transcriptions and their transcripts. May run again after a crash: a server commits each table by itself. */
export class Transcriptions1795677000000 implements MigrationInterface {
  readonly name = "Transcriptions1795677000000";

  async up(runner: QueryRunner): Promise<void> {
    if (!(await runner.hasTable("transcripts")))
      await makeTable(runner, "transcripts", { id: { type: "id" }, body: { type: "blob" } });
    if (await runner.hasTable("transcriptions")) return;
    await makeTable(
      runner,
      "transcriptions",
      {
        id: { type: "id" },
        accountId: { type: "id" },
        actorEmail: { type: "text" },
        payerId: { type: "id" },
        projectId: { type: "id", nullable: true },
        transcriber: { type: "key" },
        provider: { type: "key" },
        request: { type: "json" },
        language: { type: "key", nullable: true },
        status: { type: "key" },
        estimatedCredits: { type: "big" },
        costCredits: { type: "big", nullable: true },
        errorMessage: { type: "longText", nullable: true },
        errorCode: { type: "key", nullable: true },
        errorRetryable: { type: "flag", nullable: true },
        submits: { type: "int" },
        failures: { type: "int" },
        handle: { type: "json", nullable: true },
        upstreamSince: { type: "big", nullable: true },
        pendingSince: { type: "big", nullable: true },
        faultySince: { type: "big", nullable: true },
        transcriberGoneSince: { type: "big", nullable: true },
        createdAt: { type: "big" },
        completedAt: { type: "big", nullable: true },
      },
      [
        { name: "IX_transcriptions_project", columns: ["projectId"] },
        { name: "IX_transcriptions_waiting", columns: ["accountId", "status"] },
        { name: "IX_transcriptions_transcriber", columns: ["status", "transcriber"] },
      ],
    );
  }

  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
