import {
  deleteStorage,
  getStorage,
  listStorage,
  type StorageObjectView,
} from "../../../contracts/storage.js";
import { type Filled, refusalNote } from "../../../runtime/http/pages/field.js";
import { html, type Html } from "../../../runtime/http/pages/html.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import { byteSize, moment, wholeNumber } from "../../../runtime/http/pages/words.js";
import { pageLinks, pageNumber } from "./page-links.js";
import { stateNote } from "./state-note.js";
import { submit } from "./refusal.js";
import { type OwnVisit, ownPage, type PageAnswer, type PageRoute } from "./visit.js";

const SIZE = 25;

const nameOf = ({ filename, contentType }: StorageObjectView): string =>
  filename || `Unnamed ${kindOf(contentType)}`;

const KINDS: Readonly<Record<string, string>> = { image: "picture", video: "film", audio: "sound" };

const kindOf = (contentType: string): string => KINDS[contentType.split("/")[0] ?? ""] ?? "file";

async function listPage(visit: OwnVisit): Promise<Page> {
  const page = pageNumber(visit.query);
  const list = await visit.call(listStorage, { limit: SIZE, offset: (page - 1) * SIZE });
  const { objects, total, totalBytes, includedBytes } = list;
  return {
    title: "Library",
    isWide: true,
    body: html`${stateNote(visit.query, { deleted: "The file is deleted." })}
      <p class="lead">
        ${wholeNumber(total)} ${total === 1 ? "file" : "files"}, ${byteSize(totalBytes)} of
        ${byteSize(includedBytes)}.
      </p>
      ${
        objects.length === 0
          ? html`<p>What you upload or generate is here.</p>`
          : html`<div class="scroll">
              <table>
                <caption class="unseen">
                  Your files, newest first
                </caption>
                <thead>
                  <tr>
                    <th scope="col">File</th>
                    <th scope="col" class="less">Made</th>
                    <th scope="col" class="number">Size</th>
                  </tr>
                </thead>
                <tbody>
                  ${objects.map(row)}
                </tbody>
              </table>
            </div>`
      }
      ${pageLinks("/library", page, SIZE, total)}`,
  };
}

const row = (object: StorageObjectView): Html =>
  html`<tr>
    <th scope="row">
      <a href="/library/${object.storageId}">${nameOf(object)}</a><br />
      <small class="soft">${object.contentType}, ${originOf(object)}</small>
    </th>
    <td class="less">${moment(object.createdAt)}</td>
    <td class="number">${byteSize(object.sizeBytes)}</td>
  </tr>`;

const originOf = ({ origin }: StorageObjectView): string =>
  origin === "generated" ? "generated" : "uploaded";

/**
 * Makes the page of one object, for an account that may read it: the `libraryUrl` of tool results
 * (rules/storage 21).
 */
async function objectPage(visit: OwnVisit, filled?: Filled): Promise<PageAnswer> {
  const { object } = await visit.call(getStorage, { storageId: visit.params.storageId ?? "" });
  const { width, height, durationSeconds } = object;
  const fact = (label: string, value: Html | string) =>
    html`<div>
      <dt>${label}</dt>
      <dd>${value}</dd>
    </div>`;
  const page: Page = {
    title: nameOf(object),
    isWide: true,
    body: html`${filled === undefined ? null : refusalNote(filled)} ${shown(object)}
      <section class="card">
        <h2>Details</h2>
        <dl class="facts">
          ${fact("Type", object.contentType)} ${fact("Size", byteSize(object.sizeBytes))}
          ${width === undefined || height === undefined ? null : fact("Pixels", `${width} × ${height}`)}
          ${durationSeconds === undefined ? null : fact("Length", `${durationSeconds.toFixed(1)} s`)}
          ${fact("Origin", originOf(object))} ${fact("Made", moment(object.createdAt))}
          ${fact("Storage id", html`<code>${object.storageId}</code>`)}
        </dl>
        <div class="actions">
          <a class="button" href="${object.url}" download="${object.filename ?? ""}">Download</a>
          <a class="button second" href="/library">Your library</a>
        </div>
      </section>
      <details>
        <summary>Delete this file</summary>
        <p>It is gone for good, also from projects and documents that use it. Only its owner may do this.</p>
        <form method="post" action="/library/${object.storageId}/delete">
          <button class="danger">Delete it for good</button>
        </form>
      </details>`,
  };
  const places = [object.url, object.thumbUrl ?? object.url].map(
    (url) => new URL(url, visit.host.baseUrl).origin,
  );
  return { page, sources: { media: places } };
}

function shown(object: StorageObjectView): Html {
  const { url, thumbUrl, contentType, width, height } = object;
  const size = width === undefined || height === undefined ? null : html`width="${width}" height="${height}"`;
  switch (contentType.split("/")[0]) {
    case "image":
      return html`<div class="media"><img src="${url}" alt="${nameOf(object)}" ${size} /></div>`;
    case "video":
      return html`<div class="media">
        <video
          src="${url}"
          controls
          preload="metadata"
          ${thumbUrl === undefined ? null : html`poster="${thumbUrl}"`}
          ${size}
          aria-label="${nameOf(object)}"
        ></video>
      </div>`;
    case "audio":
      // Nothing is loaded before it is played; otherwise the browser's controls would shift when they learn
      // the length.
      return html`<div class="media">
        <audio src="${url}" controls preload="none" aria-label="${nameOf(object)}"></audio>
      </div>`;
    default:
      return html`<p class="note">A browser cannot show this kind of file. Download it instead.</p>`;
  }
}

export const LIBRARY_PAGES: readonly PageRoute[] = [
  ownPage("GET", "/library", async (visit) => ({ page: await listPage(visit) })),
  ownPage("GET", "/library/:storageId", (visit) => objectPage(visit)),
  ownPage("POST", "/library/:storageId/delete", async (visit) => {
    let sources = {};
    const answer = await submit(
      visit,
      { kept: [], fields: [] },
      async () => {
        await visit.call(deleteStorage, { storageId: visit.params.storageId ?? "" });
        return { to: "/library?state=deleted" };
      },
      async (filled) => {
        const again = await objectPage(visit, filled);
        if (!("page" in again)) throw new Error("An object has a page.");
        sources = { sources: again.sources };
        return again.page;
      },
    );
    return "page" in answer ? { ...answer, ...sources } : answer;
  }),
];
