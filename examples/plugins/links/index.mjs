import { createLink, deleteLink } from "./change-links.mjs";
import { makeLink } from "./link.mjs";
import { followLink, listLinks } from "./read-links.mjs";

/** Never changed once it ran anywhere: what comes later is another one. */
const makeTable = {
  name: "1-links",
  up: (schema) =>
    schema.createTable(
      "x_links_links",
      { id: "id", accountId: "id", slug: "key", url: "longText", clicks: "int", createdAt: "at" },
      [
        { name: "x_links_slug", columns: ["slug"], unique: true },
        { name: "x_links_account", columns: ["accountId", "createdAt"] },
      ],
    ),
};

export default (kit) => {
  const link = makeLink(kit);
  return kit.defineService({
    name: "links",
    version: "1.0.0",
    actions: [createLink, listLinks, deleteLink, followLink].map((make) => make(kit, link)),
    entities: [link.Link],
    migrations: [makeTable],
  });
};
