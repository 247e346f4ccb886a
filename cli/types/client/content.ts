// Written by `npm run generate` from cli/types/example-project.ts: what stands here in a project's own file is its content.
import type { ExistsFilter, Filter, FlagFilter, InstantFilter, NumberFilter, SystemSort, TextFilter } from "./filters.js";
import type { Media, PortableText, Reference, SystemFields } from "./values.js";

/** The project's locales. */
export const LOCALES = ["en", "de", "pt-BR"] as const;

/** What is read when nothing else is asked for. */
export const DEFAULT_LOCALE = "en";

export type Locale = "en" | "de" | "pt-BR";

/** What the magazine prints. */
export interface Article extends SystemFields<"article", Locale> {
  title: string;
  section: "news" | "long reads";
  mood?: "calm" | "wild";
  teaser?: string;
  rank?: number;
  score: number;
  /** Hot */
  isHot?: boolean;
  /** Of the event. */
  day?: string;
  story?: PortableText;
  hero?: Media;
  gallery?: Media[];
  tags: ("a" | "b")[];
  author: Reference<"author">;
  subject?: Reference<"author" | "article">;
  related?: Reference<"author" | "article">[];
  seo?: ArticleSeo;
  links?: ArticleLinks[];
}

export interface ArticleSeo {
  label: string;
  card?: ArticleSeoCard;
}

export interface ArticleSeoCard {
  image?: Media;
  by?: Reference<"author">;
  size?: ArticleSeoCardSize;
}

export interface ArticleSeoCardSize {
  width: number;
}

export interface ArticleLinks {
  href: string;
  target?: Reference<"article">;
}

export interface ArticleWhere extends Filter<ArticleWhere> {
  title?: TextFilter;
  section?: TextFilter<"news" | "long reads">;
  mood?: TextFilter<"calm" | "wild">;
  teaser?: TextFilter;
  rank?: NumberFilter;
  score?: NumberFilter;
  isHot?: FlagFilter;
  day?: InstantFilter;
  story?: ExistsFilter;
  hero?: ExistsFilter;
  gallery?: ExistsFilter;
  tags?: ExistsFilter;
  author?: ExistsFilter;
  subject?: ExistsFilter;
  related?: ExistsFilter;
  seo?: ExistsFilter;
  links?: ExistsFilter;
}

export interface Author extends SystemFields<"author", Locale> {
  name: string;
  bio?: string;
  boss?: Reference<"author">;
  company?: Reference<"company">;
}

export interface AuthorWhere extends Filter<AuthorWhere> {
  name?: TextFilter;
  bio?: TextFilter;
  boss?: ExistsFilter;
  company?: ExistsFilter;
}

export interface Company extends SystemFields<"company", Locale> {
  name: string;
  logo?: Media;
}

export interface CompanyWhere extends Filter<CompanyWhere> {
  name?: TextFilter;
  logo?: ExistsFilter;
}

/** The types of the project. */
export interface ContentTypes {
  article: {
    document: Article;
    where: ArticleWhere;
    sort: SystemSort | "title" | "section" | "mood" | "teaser" | "rank" | "score" | "isHot" | "day";
    paths:
      | "title"
      | "section"
      | "mood"
      | "teaser"
      | "rank"
      | "score"
      | "isHot"
      | "day"
      | "story"
      | "hero"
      | "gallery"
      | "tags"
      | "author"
      | "subject"
      | "related"
      | "seo"
      | "seo.label"
      | "seo.card"
      | "seo.card.image"
      | "seo.card.by"
      | "seo.card.size"
      | "seo.card.size.width"
      | "links"
      | "links.href"
      | "links.target";
    localized: "title" | "teaser" | "story" | "hero" | "seo.label";
    references: {
      author: "author";
      subject: "author" | "article";
      related: "author" | "article";
      "seo.card.by": "author";
      "links.target": "article";
    };
  };
  author: {
    document: Author;
    where: AuthorWhere;
    sort: SystemSort | "name" | "bio";
    paths: "name" | "bio" | "boss" | "company";
    localized: "bio";
    references: {
      boss: "author";
      company: "company";
    };
  };
  company: {
    document: Company;
    where: CompanyWhere;
    sort: SystemSort | "name";
    paths: "name" | "logo";
    localized: never;
    references: {};
  };
}
