import type { Client } from "../../../cli/types/client/client.js";

/** Makes every kind of read call, of every kind of field. Their answers are compared with their types. */
export const calls = (
  client: Client<"published">,
  drafts: Client<"drafts">,
  id: { full: string; draft: string },
) => ({
  list: () => client.list("article", { sort: ["title", "-_id"] }),
  german: () =>
    client.list("article", {
      locale: "de",
      where: {
        day: { lt: new Date("2026-03-02") },
        not: { title: { eq: "x" } },
        section: { in: ["long reads"] },
      },
    }),
  expanded: () =>
    client.list("article", {
      expand: [
        "author.company",
        "author.boss",
        "subject.author",
        "related",
        "seo.card.by",
        "links.target.author",
      ],
    }),
  selected: () =>
    client.get("article", id.full, {
      select: ["title", "author", "seo.card.size", "links.href", "gallery"],
      expand: ["author.boss", "subject"],
    }),
  onlySystem: () => client.get("article", id.full, { select: [] }),
  everyLocale: () => client.list("article", { locale: "*", expand: ["author", "links.target"] }),
  portuguese: () => client.get("article", id.full, { locale: "pt-BR" }),
  published: () => drafts.get("article", id.full, { perspective: "published" }),
  drafts: () => drafts.list("article", { expand: ["author.boss", "related", "links.target"] }),
  draft: () => drafts.get("article", id.draft),
  draftsEveryLocale: () => drafts.list("article", { locale: "*", select: ["title", "seo", "hero"] }),
  authors: () => client.list("author", { expand: ["company", "boss"], limit: 1, offset: 1, sort: ["name"] }),
  hidden: () => client.get("article", id.draft),
  otherType: () => client.get("author", id.full),
  graphql: () =>
    client.query({
      article: {
        $args: { id: id.full },
        _id: true,
        title: { $args: { locale: "de" } },
        _fallbackFields: true,
      },
      allArticle: {
        $args: { sort: ["-title"], where: { score: { lte: 0 } }, locale: "pt-BR", limit: 10 },
        items: {
          _type: true,
          _status: true,
          _publishedAt: true,
          _locale: true,
          title: true,
          section: true,
          mood: true,
          teaser: true,
          rank: true,
          score: true,
          isHot: true,
          day: true,
          story: { $args: { locale: "en" } },
          hero: { storageId: true, url: true, contentType: true },
          gallery: { url: true },
          tags: true,
          author: {
            $args: { locale: "de" },
            name: true,
            bio: true,
            boss: { name: true },
            company: { logo: { url: true } },
          },
          subject: { _id: true, _type: true, $on: { article: { title: true }, author: { name: true } } },
          related: { _type: true, $on: { author: { name: true } } },
          seo: {
            label: true,
            card: { image: { contentType: true }, by: { name: true }, size: { width: true } },
          },
          links: { href: true, target: { title: true } },
        },
        total: true,
      },
    }),
  draftsGraphql: () =>
    drafts.query({
      allArticle: {
        $args: { sort: ["_createdAt"] },
        items: {
          _status: true,
          title: true,
          section: true,
          tags: true,
          author: { name: true },
          seo: { label: true },
        },
      },
      author: { $args: { id: id.draft }, name: true },
    }),
});
