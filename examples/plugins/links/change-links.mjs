import { randomBytes, randomUUID } from "node:crypto";

const MOST_LINKS = 1000;

/** Seven letters and digits that nobody guesses one after the other. */
export const makeSlug = () =>
  randomBytes(8).toString("base64url").replaceAll(/[-_]/g, "").slice(0, 7).padEnd(7, "0");

export function createLink(kit, { Link, shape, slug, view, own }) {
  const { z, ServiceError } = kit;
  const url = z.url({ protocol: /^https$/, error: "must be an https address" }).max(2000);
  return kit.defineAction({
    contract: {
      name: "links.create",
      description: "Makes a short link to an https address, under a slug of one's own or a made one.",
      params: z.object({
        url: url.describe("Where the link leads to."),
        slug: slug.optional().describe("What the short address ends with; made when left out."),
      }),
      result: z.strictObject({ link: shape }),
      audience: "account",
      rest: { method: "POST", path: "/v1/p/links" },
      idempotent: true,
      tool: { title: "Make a short link" },
    },
    example: { url: "https://example.com/kiln", slug: "example" },
    async handler({ data, caller: { accountId }, baseUrl }, { url, slug = makeSlug() }) {
      const row = { id: randomUUID(), accountId, slug, url, clicks: 0, createdAt: Date.now() };
      await data
        .transact(async (tx) => {
          await tx.made(row.id);
          if ((await tx.count(Link, { accountId })) >= MOST_LINKS)
            throw new ServiceError("conflict", `An account has at most ${MOST_LINKS} links.`);
          await tx.insert(Link, row);
        })
        .catch((error) => {
          throw kit.isTaken(error) ? new ServiceError("conflict", `The slug ${slug} is taken.`) : error;
        });
      return { link: view(row, baseUrl) };
    },
    replay: async (context, id) => ({ link: view(await own(context, id), context.baseUrl) }),
  });
}

export function deleteLink(kit, { Link, own }) {
  const { z, shapes } = kit;
  return kit.defineAction({
    contract: {
      name: "links.delete",
      description: "Removes one of the caller's short links; its address then leads nowhere.",
      params: z.object({ id: shapes.uuid() }),
      result: z.strictObject({ ok: z.literal(true) }),
      audience: "account",
      rest: { method: "DELETE", path: "/v1/p/links/:id" },
      tool: { title: "Remove a short link" },
    },
    async handler(context, { id }) {
      await own(context, id);
      await context.data.transact((tx) => tx.delete(Link, { id, accountId: context.caller.accountId }));
      return { ok: true };
    },
  });
}
