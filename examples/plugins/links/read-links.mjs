export function listLinks(kit, { Link, shape, view }) {
  const { z, shapes } = kit;
  return kit.defineAction({
    contract: {
      name: "links.list",
      description: "Lists the caller's short links, newest first.",
      params: z.object({ ...shapes.page({ default: 50, max: 200 }) }),
      result: z.strictObject({ links: z.array(shape), total: shapes.total }),
      audience: "account",
      rest: { method: "GET", path: "/v1/p/links" },
      tool: { title: "List short links" },
    },
    example: {},
    async handler({ data, caller, baseUrl }, { limit, offset }) {
      const mine = { accountId: caller.accountId };
      const rows = await data.find(Link, mine, { order: { createdAt: "DESC", id: "DESC" }, limit, offset });
      return { links: rows.map((row) => view(row, baseUrl)), total: await data.count(Link, mine) };
    },
  });
}

export function followLink(kit, { Link, slug }) {
  const { z, ServiceError } = kit;
  return kit.defineAction({
    contract: {
      name: "links.follow",
      description: "Leads to the address of a short link, and counts the visit.",
      params: z.object({ slug }),
      result: z.strictObject({ location: z.url() }),
      audience: "public",
      rest: { method: "GET", path: "/v1/p/links/to/:slug", respond: "redirect" },
    },
    example: { slug: "example" },
    async handler({ data }, { slug }) {
      const found = await data.findOne(Link, { slug });
      if (found === null) throw new ServiceError("not_found", `There is no link ${slug}.`);
      await data.transact((tx) => tx.increment(Link, { id: found.id }, "clicks", 1));
      return { location: found.url };
    },
  });
}
