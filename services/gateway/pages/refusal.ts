import type { ServiceError } from "../../../contracts/errors.js";
import { toServiceError, renderError } from "../../../runtime/errors/render.js";
import { type Filled, filledFrom } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import type { PageAnswer, Visit } from "./visit.js";

interface Form {
  /** The fields whose values are shown again after a refusal; never a password. */
  kept: readonly string[];
  /** The fields that the API's sentences may be about. */
  fields: readonly string[];
  /** The fields of refusals that name none, by the refusal's code. */
  places?: Readonly<Record<string, string>>;
}

/**
 * Returns the result of a form, or its page again with the API's own sentence at its field. Faults of the
 * service are thrown on.
 */
export async function submit(
  visit: Visit,
  { kept, fields, places }: Form,
  act: () => Promise<PageAnswer>,
  again: (filled: Filled, error: ServiceError) => Page | Promise<Page>,
): Promise<PageAnswer> {
  try {
    return await act();
  } catch (thrown) {
    const error = toServiceError(thrown);
    if (error.status >= 500) throw thrown;
    const values = Object.fromEntries(kept.map((name) => [name, visit.form.get(name) ?? ""]));
    const { status, headers } = renderError(error, "");
    const page = await again(filledFrom(values, error, fields, places), error);
    return { page: { ...page, isRefusal: true }, status, headers };
  }
}

/** Makes a page that says what is in the way, and nothing else. */
export const refusalPage = (title: string, message: string, more: Html | null = null): Page => ({
  title,
  isRefusal: true,
  body: html`<p role="alert" class="failed">${message}</p>
    ${more ?? html`<p><a href="/">Go to the start page</a></p>`}`,
});
