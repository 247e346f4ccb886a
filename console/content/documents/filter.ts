/** The filter and order of the document list; a search and a filter by missing translation need a type. */
export interface DocumentFilter {
  type?: string;
  status?: "draft" | "published" | "changed";
  q?: string;
  missing?: string;
  sort?: "createdAt" | "title";
}

const STATUSES = ["draft", "published", "changed"] as const;
const isText = (value: unknown): value is string => typeof value === "string" && value !== "";

/** Reads the filter from the parameters of the address and drops invalid values. */
export const readFilter = ({ type, status, q, missing, sort }: Record<string, unknown>): DocumentFilter => ({
  ...(isText(type) && { type, ...(isText(q) && { q }), ...(isText(missing) && { missing }) }),
  ...(STATUSES.some((one) => one === status) && { status: status as (typeof STATUSES)[number] }),
  ...((sort === "createdAt" || sort === "title") && { sort }),
});
