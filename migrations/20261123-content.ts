import type { MigrationInterface, QueryRunner } from "typeorm";
import { makeTable } from "./make-table.js";

/** Content types, documents with their history and collaborative drafts, settings, change rows. */
export class Content1795392000000 implements MigrationInterface {
  readonly name = "Content1795392000000";

  async up(runner: QueryRunner): Promise<void> {
    await makeTable(
      runner,
      "content_types",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        name: { type: "key" },
        title: { type: "longText" },
        description: { type: "longText", nullable: true },
        latestVersion: { type: "int" },
        schema: { type: "json" },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
        deletedAt: { type: "big", nullable: true },
      },
      [
        { name: "UQ_content_types_name", columns: ["projectId", "name"], unique: true },
        { name: "IX_content_types_newest", columns: ["projectId", "createdAt", "id"] },
      ],
    );
    await makeTable(
      runner,
      "content_type_versions",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        typeId: { type: "id" },
        version: { type: "int" },
        schema: { type: "json" },
        createdById: { type: "id", nullable: true },
        createdAt: { type: "big" },
      },
      [{ name: "UQ_content_type_versions_version", columns: ["typeId", "version"], unique: true }],
    );
    await makeTable(
      runner,
      "content_documents",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        typeId: { type: "id" },
        type: { type: "key" },
        status: { type: "key" },
        draftVersion: { type: "int" },
        isValid: { type: "flag" },
        schemaVersion: { type: "int" },
        draftBytes: { type: "int" },
        publishedVersion: { type: "int", nullable: true },
        publishedAt: { type: "big", nullable: true },
        firstPublishedAt: { type: "big", nullable: true },
        createdById: { type: "id", nullable: true },
        createdAt: { type: "big" },
        updatedAt: { type: "big" },
        titleKey: { type: "key" },
        filledHash: { type: "hash" },
        history: { type: "json" },
        title: { type: "longText", nullable: true },
        searchTitle: { type: "longText" },
        filled: { type: "longText" },
        draft: { type: "json" },
        published: { type: "json", nullable: true },
      },
      [
        { name: "IX_content_documents_newest", columns: ["projectId", "createdAt", "id"] },
        { name: "IX_content_documents_updated", columns: ["projectId", "updatedAt", "id"] },
        { name: "IX_content_documents_type", columns: ["typeId", "createdAt", "id"] },
        { name: "IX_content_documents_type_updated", columns: ["typeId", "updatedAt", "id"] },
        { name: "IX_content_documents_status", columns: ["typeId", "status", "createdAt", "id"] },
        { name: "IX_content_documents_title", columns: ["typeId", "titleKey", "id"] },
        { name: "IX_content_documents_filled", columns: ["typeId", "filledHash", "id"] },
      ],
    );
    await makeTable(
      runner,
      "content_draft_states",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        epoch: { type: "int" },
        state: { type: "blob", nullable: true },
        stateVector: { type: "blob", nullable: true },
        buffered: { type: "blob", nullable: true },
        stateBytes: { type: "big" },
        editedAt: { type: "big", nullable: true },
      },
      [],
    );
    await makeTable(
      runner,
      "content_references",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        documentId: { type: "id" },
        targetId: { type: "id" },
        path: { type: "text" },
      },
      [
        { name: "IX_content_references_source", columns: ["documentId"] },
        { name: "IX_content_references_target", columns: ["targetId"] },
      ],
    );
    await makeTable(
      runner,
      "content_revisions",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        documentId: { type: "id" },
        seq: { type: "big" },
        kind: { type: "key" },
        version: { type: "int" },
        schemaVersion: { type: "int" },
        createdById: { type: "id", nullable: true },
        createdAt: { type: "big" },
        payload: { type: "json", nullable: true },
      },
      [
        { name: "UQ_content_revisions_seq", columns: ["documentId", "seq"], unique: true },
        { name: "IX_content_revisions_kind", columns: ["documentId", "kind", "seq"] },
      ],
    );
    await makeTable(
      runner,
      "content_settings",
      {
        id: { type: "id" },
        defaultLocale: { type: "key" },
        locales: { type: "json" },
        brief: { type: "longText" },
        autoTranslateOnPublish: { type: "flag" },
        translationModel: { type: "key" },
        updatedAt: { type: "big" },
      },
      [],
    );
    await makeTable(
      runner,
      "content_heads",
      {
        id: { type: "id" },
        revision: { type: "big" },
        publishedRevision: { type: "big" },
      },
      [],
    );
    await makeTable(
      runner,
      "content_changes",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        revision: { type: "big" },
        kind: { type: "key" },
        isPublished: { type: "flag" },
        typeId: { type: "id", nullable: true },
        documentId: { type: "id", nullable: true },
        createdAt: { type: "big" },
      },
      [
        { name: "UQ_content_changes_revision", columns: ["projectId", "revision"], unique: true },
        { name: "IX_content_changes_age", columns: ["createdAt"] },
      ],
    );
    await makeTable(
      runner,
      "content_translations",
      {
        id: { type: "id" },
        projectId: { type: "id" },
        documentId: { type: "id" },
        locale: { type: "key" },
        pathHash: { type: "hash" },
        path: { type: "longText" },
        sourceHash: { type: "hash" },
        valueHash: { type: "hash" },
        model: { type: "key" },
        createdAt: { type: "big" },
      },
      [
        {
          name: "UQ_content_translations_value",
          columns: ["documentId", "locale", "pathHash"],
          unique: true,
        },
      ],
    );
  }

  /** Forward only. */
  async down(): Promise<void> {
    throw new Error("Migrations go forward only; restore a backup instead.");
  }
}
