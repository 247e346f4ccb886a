/**
 * This file states what the types of a generated client promise. It never runs: it is compiled here against the example project,
 * and by compile.test.ts against the file that `kiln types` writes.
 */
import { type Client, createClient } from "../../../cli/types/client/client.js";
import type { Article, Author, Locale } from "../../../cli/types/client/content.js";
import { KilnError } from "../../../cli/types/client/kiln-error.js";
import type { Page } from "../../../cli/types/client/queries.js";
import type { DocumentOf, LocaleMap, Perspective } from "../../../cli/types/client/read.js";
import {
  isSpan,
  isTextBlock,
  type Media,
  type PortableText,
  type Reference,
} from "../../../cli/types/client/values.js";

type Same<A, B> = (<X>() => X extends A ? 1 : 2) extends <X>() => X extends B ? 1 : 2 ? true : false;
/** Compiles only where the value has exactly this type. */
const is =
  <Wanted>() =>
  <Given>(_value: Given, _same: Same<Given, Wanted>): void => {};

declare const id: string;
declare const flag: boolean;
const client = createClient({ url: "http://localhost:3000", projectId: id, token: "svc_ct_" });
const drafts = createClient({ url: "", projectId: id, token: "", perspective: "drafts", locale: "de" });

export async function reads(): Promise<void> {
  is<Client<"published">>()(client, true);
  const page = await client.list("article");
  is<Page<Article>>()(page, true);
  const [article] = page.documents;
  if (article === undefined) return;
  is<string>()(article.title, true);
  is<"news" | "long reads">()(article.section, true);
  is<"calm" | "wild" | undefined>()(article.mood, true);
  is<number | undefined>()(article.rank, true);
  is<boolean | undefined>()(article.isHot, true);
  is<string | undefined>()(article.day, true);
  is<PortableText | undefined>()(article.story, true);
  is<Media | undefined>()(article.hero, true);
  is<("a" | "b")[]>()(article.tags, true);
  is<Reference<"author">>()(article.author, true);
  is<Reference<"author" | "article">[] | undefined>()(article.related, true);
  is<number | undefined>()(article.seo?.card?.size?.width, true);
  is<string | undefined>()(article.links?.[0]?.href, true);
  is<"article">()(article._type, true);
  is<"published">()(article._status, true);
  is<string>()(article._publishedAt, true);
  is<Locale>()(article._locale, true);
  // @ts-expect-error it is not expanded
  void article.author.name;
  // @ts-expect-error there is no such field
  void article.titel;

  const one = await client.get("author", id, { locale: "de", signal: AbortSignal.timeout(1000) });
  is<Author | null>()(one, true);
  // @ts-expect-error no such type
  await client.get("book", id);
  // @ts-expect-error no such locale
  await client.list("article", { locale: "fr" });
  // @ts-expect-error no such option
  await client.list("article", { limt: 3 });
}

export async function expands(): Promise<void> {
  const { documents } = await client.list("article", {
    expand: ["author.company", "author.boss", "subject", "related", "seo.card.by", "links.target.author"],
  });
  const [article] = documents;
  if (article === undefined) return;
  is<string | undefined>()(article.author?.name, true);
  // The author is null where the target of the reference is gone.
  if (article.author === null) return;
  is<string | undefined>()(article.author.company?.name, true);
  is<string | undefined>()(article.author.boss?.name, true);
  // A reference of the third level stays a reference.
  is<Reference<"company"> | undefined>()(article.author.boss?.company, true);
  const { subject } = article;
  if (subject?._type === "author") is<string>()(subject.name, true);
  if (subject?._type === "article") is<string>()(subject.title, true);
  // @ts-expect-error it may be either
  void subject?.title;
  is<"author" | "article" | undefined>()(article.related?.[0]?._type, true);
  is<string | undefined>()(article.seo?.card?.by?.name, true);
  is<string>()(article.seo?.label ?? "", true);
  const target = article.links?.[0]?.target;
  is<string | undefined>()(target?.author?.name, true);
  is<Reference<"author" | "article"> | undefined>()(target?.subject, true);
  is<string | undefined>()(article.hero?.storageId, true);
  is<Media[] | undefined>()(article.gallery, true);

  // @ts-expect-error no reference
  await client.list("article", { expand: ["title"] });
  // @ts-expect-error three references
  await client.list("article", { expand: ["author.boss.boss"] });
  // @ts-expect-error companies have no boss
  await client.list("author", { expand: ["company.boss"] });
}

export async function selects(): Promise<void> {
  const select = ["title", "author", "seo.card.size", "links.href"] as const;
  const article = await client.get("article", id, { select, expand: ["author"] });
  if (article === null) return;
  is<string>()(article.title, true);
  is<string>()(article._id, true);
  is<string | undefined>()(article.author?.bio, true);
  is<number | undefined>()(article.seo?.card?.size?.width, true);
  is<{ href: string }[] | undefined>()(article.links, true);
  // @ts-expect-error not selected
  void article.rank;
  // @ts-expect-error not selected in the object
  void article.seo?.label;
  const bare = await client.get("company", id, { select: [] });
  // @ts-expect-error nothing but system fields
  void bare?.name;
  // @ts-expect-error no such field
  await client.list("article", { select: ["titel"] });
  // @ts-expect-error no such field inside the object
  await client.list("article", { select: ["seo.titel"] });

  const some: ("title" | "rank")[] = [];
  is<string | undefined>()((await client.get("article", id, { select: some }))?.title, true);
  const maybe: "author"[] = [];
  const expanded = await client.get("article", id, { expand: maybe });
  // @ts-expect-error it may be a reference, a document, or null
  void expanded?.author?.name;
  const either = await client.get("author", id, { expand: flag ? ["boss"] : [] });
  // @ts-expect-error the same
  void either?.boss?.name;
}

export async function readsLocales(): Promise<void> {
  const article = await client.get("article", id, { locale: "*", expand: ["author"] });
  if (article === null) return;
  is<LocaleMap<string>>()(article.title, true);
  is<string | undefined>()(article.title["pt-BR"], true);
  is<LocaleMap<PortableText> | undefined>()(article.story, true);
  is<string | undefined>()(article.hero?.de?.storageId, true);
  is<LocaleMap<string> | undefined>()(article.seo?.label, true);
  is<number>()(article.score, true);
  is<null>()(article._locale, true);
  is<LocaleMap<string> | undefined>()(article.author?.bio, true);
  is<string | undefined>()(article.author?.name, true);
  // @ts-expect-error no such locale
  void article.title.fr;
}

export async function readsDrafts(perspective: Perspective): Promise<void> {
  const article = await drafts.get("article", id, { expand: ["author"] });
  if (article === null) return;
  is<string | undefined>()(article.title, true);
  is<"draft" | "published" | "changed">()(article._status, true);
  is<string | null>()(article._publishedAt, true);
  // A draft may have any value in the field.
  const mood: string | undefined = article.mood;
  is<string | undefined>()(article.author?.name, true);
  is<string | undefined>()(article.seo?.label, true);
  is<string | undefined>()(article.hero?.storageId, true);
  const published = await drafts.get("article", id, { perspective: "published" });
  is<Article | null>()(published, true);
  const either = await client.get("article", id, { perspective });
  is<string | undefined>()(either?.title, true);
  is<DocumentOf<"article"> | DocumentOf<"article", "drafts"> | null>()(either, true);
  void mood;
}

export async function filters(): Promise<void> {
  await client.list("article", {
    where: {
      title: { contains: "kiln", ne: "Kiln" },
      section: { in: ["news"] },
      score: { gte: 3, in: [1, 2] },
      isHot: { eq: true },
      day: { lt: new Date(), gt: "2026-01-01T00:00:00Z" },
      hero: { exists: true },
      _status: { eq: "published" },
      _publishedAt: { gte: new Date() },
      or: [{ author: { exists: false } }, { not: { rank: { eq: 1 } } }],
    },
    sort: ["-_publishedAt", "title", "-score"],
    limit: 5,
    offset: 10,
  });
  // @ts-expect-error no such field
  await client.list("article", { where: { titel: { eq: "" } } });
  // @ts-expect-error a string has no such operator
  await client.list("article", { where: { title: { like: "" } } });
  // @ts-expect-error a number contains nothing
  await client.list("article", { where: { score: { contains: "1" } } });
  // @ts-expect-error a number
  await client.list("article", { where: { score: { eq: "1" } } });
  // @ts-expect-error flags have no order
  await client.list("article", { where: { isHot: { gt: false } } });
  // @ts-expect-error references are there or not
  await client.list("article", { where: { author: { eq: "" } } });
  // @ts-expect-error none of the choices
  await client.list("article", { where: { section: { eq: "sports" } } });
  // @ts-expect-error absent values are found by exists
  await client.list("article", { where: { title: { eq: null } } });
  // @ts-expect-error only top-level fields filter
  await client.list("article", { where: { seo: { label: { eq: "" } } } });
  // @ts-expect-error no field of it, deep in the filter
  await client.list("article", { where: { and: [{ not: { nam: { exists: true } } }] } });
  // @ts-expect-error no order
  await client.list("article", { sort: ["hero"] });
  // @ts-expect-error the sign is a minus
  await client.list("article", { sort: ["+title"] });
}

export async function asksGraphql(): Promise<void> {
  const found = await client.query({
    article: { $args: { id, locale: "de" }, _id: true, _status: true, title: { $args: { locale: "pt-BR" } } },
    allArticle: {
      $args: {
        where: { score: { gte: 1 }, day: { lt: new Date() }, or: [{ title: { contains: "a" } }] },
        sort: ["-day"],
        limit: 3,
      },
      items: {
        section: true,
        rank: true,
        story: true,
        hero: { $args: { locale: "de" }, url: true },
        gallery: { storageId: true },
        tags: true,
        author: { $args: { locale: "en" }, name: true, boss: { bio: { $args: { locale: "de" } } } },
        subject: { _type: true, $on: { author: { name: true }, article: { title: true } } },
        seo: { card: { size: { width: true } } },
        links: { href: true, target: { title: true } },
      },
      total: true,
    },
  });
  is<{ _id: string; _status: "published"; title: string } | null>()(found.article, true);
  is<number>()(found.allArticle.total, true);
  const [item] = found.allArticle.items;
  if (item === undefined) return;
  is<"news" | "long reads">()(item.section, true);
  is<number | null>()(item.rank, true);
  is<PortableText | null>()(item.story, true);
  is<{ url: string | null } | null>()(item.hero, true);
  is<{ storageId: string }[] | null>()(item.gallery, true);
  is<("a" | "b")[]>()(item.tags, true);
  is<{ name: string; boss: { bio: string | null } | null } | null>()(item.author, true);
  if (item.subject?._type === "author") is<string>()(item.subject.name, true);
  is<number | undefined>()(item.seo?.card?.size?.width, true);
  is<{ href: string; target: { title: string } | null }[] | null>()(item.links, true);
  // @ts-expect-error not selected
  void item.title;

  const draft = await drafts.query({ allAuthor: { items: { name: true, _publishedAt: true } } });
  is<{ name: string | null; _publishedAt: string | null }[]>()(draft.allAuthor.items, true);

  // @ts-expect-error no such type
  await client.query({ allBook: { total: true } });
  // @ts-expect-error an id is needed
  await client.query({ article: { title: true } });
  // @ts-expect-error no such field
  await client.query({ allArticle: { items: { titel: true } } });
  // @ts-expect-error no such field, further in
  await client.query({ allArticle: { items: { author: { titel: true } } } });
  // @ts-expect-error of an object its fields are asked for
  await client.query({ allArticle: { items: { seo: true } } });
  // @ts-expect-error not localized
  await client.query({ allArticle: { items: { score: { $args: { locale: "de" } } } } });
  // @ts-expect-error no such operator
  await client.query({ allArticle: { $args: { where: { score: { like: 1 } } }, total: true } });
  // @ts-expect-error a union is asked with $on
  await client.query({ allArticle: { items: { subject: { _id: true } } } });
  // @ts-expect-error not an author or an article
  await client.query({ allArticle: { items: { subject: { $on: { company: { name: true } } } } } });

  const { site } = await client.graphql<{ site: string }>("{ site: __typename }");
  is<string>()(site, true);
}

export function readsText(text: PortableText): string {
  return text
    .filter(isTextBlock)
    .flatMap((block) => block.children.filter(isSpan).map((span) => span.text))
    .join("");
}

export const isGone = (error: unknown): boolean =>
  error instanceof KilnError && error.status === 404 && error.code === "not_found";
