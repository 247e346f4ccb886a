import test from "ava";
import { presentLedgerEntry } from "../../../services/billing/present-ledger-entry.js";

const entry = {
  id: "entry",
  accountId: "owner",
  kind: "generation" as const,
  deltaCredits: -7,
  ref: "job",
  note: "mock-image",
  projectId: "project",
  actorId: "owner",
  actorEmail: "owner@example.com",
  previewStorageId: "picture",
  previewKind: "image",
  once: "generation:job",
  createdAt: Date.UTC(2026, 0, 2),
};
const picture = { contentType: "image/png", url: "http://x/full", thumbUrl: "http://x/thumb" };

test("the actor is named when somebody else than the payer (rules/billing 32)", (t) => {
  t.like(presentLedgerEntry(entry, null), {
    actorUserId: null,
    actorEmail: null,
    createdAt: "2026-01-02T00:00:00.000Z",
  });
  t.like(presentLedgerEntry({ ...entry, actorId: "member", actorEmail: "m@example.com" }, null), {
    actorUserId: "member",
    actorEmail: "m@example.com",
  });
});

test("a preview is the thumbnail, else the picture or film itself; sound and what is gone have none (rules/billing 36)", (t) => {
  t.like(presentLedgerEntry(entry, picture), { previewUrl: "http://x/thumb", previewKind: "image" });
  t.like(presentLedgerEntry(entry, { ...picture, thumbUrl: null }), {
    previewUrl: "http://x/full",
    previewKind: "image",
  });
  const sound = { contentType: "audio/wav", url: "http://x/a", thumbUrl: null };
  t.like(presentLedgerEntry({ ...entry, previewKind: "audio" }, sound), {
    previewUrl: null,
    previewKind: null,
  });
  t.like(presentLedgerEntry(entry, null), { previewUrl: null, previewKind: null });
});
