import { randomUUID } from "node:crypto";
import type { Acts } from "./act.js";
import type { Twin } from "./twin.js";

const invite = async (twin: Twin, id: string): Promise<string> =>
  (await twin.does("POST", `/v1/projects/${id}/invites`, { email: "guest@example.com" })).invite.id as string;

/** Acts on projects and their members. */
export const PROJECTS: Acts = {
  "projects.create": { on: () => ({ id: randomUUID(), name: "Pottery" }), wrong: { name: "" } },
  "projects.update": {
    on: async (twin) => ({ id: await twin.project(), name: "Tiles", description: null }),
    wrong: { name: "x".repeat(201) },
  },
  "projects.delete": { on: async (twin) => ({ id: await twin.project() }) },
  "projects.invite": {
    on: async (twin) => ({ id: await twin.project(), email: "guest@example.com" }),
    wrong: { email: "nobody" },
  },
  "projects.revokeInvite": {
    async on(twin) {
      const id = await twin.project();
      return { id, inviteId: await invite(twin, id) };
    },
  },
  "projects.acceptInvite": { on: async (twin) => ({ inviteId: await twin.invited() }) },
  "projects.declineInvite": { on: async (twin) => ({ inviteId: await twin.invited() }) },
  "projects.removeMember": {
    on: async (twin) => ({ id: await twin.project([twin.friend]), userId: twin.friend.id }),
  },
};
