/** What the parts of the service have in common: the table, the shape of an answer, and whose a link is. */
export function makeLink(kit) {
  const { z, shapes, ServiceError } = kit;
  const slug = z
    .string()
    .regex(/^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$/, "must be a slug of letters, digits, dots and dashes");
  const shape = z.strictObject({
    id: shapes.uuid(),
    slug,
    url: z.url(),
    clicks: z.int(),
    shortUrl: z.url(),
    createdAt: z.iso.datetime(),
  });
  const Link = kit.defineEntity({
    table: "x_links_links",
    columns: { id: "id", accountId: "id", slug: "key", url: "longText", clicks: "int", createdAt: "at" },
  });
  const view = ({ id, slug, url, clicks, createdAt }, baseUrl) => ({
    id,
    slug,
    url,
    clicks,
    shortUrl: `${baseUrl}/v1/p/links/to/${slug}`,
    createdAt: new Date(createdAt).toISOString(),
  });
  /** Links of others look like links that are not there. */
  const own = async ({ data, caller }, id) => {
    const found = await data.findOne(Link, { id, accountId: caller.accountId });
    if (found === null) throw new ServiceError("not_found", `There is no link ${id}.`);
    return found;
  };
  return { Link, shape, slug, view, own };
}
