/**
 * Script of the view that shows the results of a generation with its progress. It asks the client for the job
 * again until the job is over.
 */
export const GALLERY = `
const OVER = ["succeeded", "failed", "canceled"];
const POLL_MS = 2000;
let timer;
const figure = ({ storageId, contentType, downloadUrl, libraryUrl }) => {
  const box = make("figure");
  const kind = String(contentType).split("/")[0];
  const media = make(kind === "video" ? "video" : kind === "audio" ? "audio" : "img");
  media.src = downloadUrl;
  if (kind === "image") media.alt = "A result of the generation"; else media.controls = true;
  // The file lies in a store of another host, from which this page does not load.
  media.addEventListener("error", () => media.replaceWith(make("p", "The file opens in the library.", "thing")));
  const link = make("a", "In the library");
  link.href = libraryUrl;
  link.target = "_blank";
  link.rel = "noreferrer";
  const caption = make("figcaption");
  caption.append(link);
  box.append(media, caption);
  return box;
};
const bar = (progress) => {
  const element = make("progress");
  element.max = 1;
  if (typeof progress === "number") element.value = progress;
  element.setAttribute("aria-label", "Progress of the generation");
  return element;
};
function show({ job }) {
  clearTimeout(timer);
  if (!job) return fill(make("p", "There is nothing to show."));
  const status = make("p", "The generation is " + job.status + (job.costCredits ? ", and cost " + job.costCredits + " credits." : "."));
  status.setAttribute("role", "status");
  const problem = job.status === "failed" ? make("p", job.errorMessage, "problem") : null;
  const results = make("section", undefined, "gallery");
  results.append(...(job.results || []).map(figure));
  const isOver = OVER.includes(job.status);
  fill(status, isOver ? null : bar(job.progress), problem, results);
  if (!isOver) timer = setTimeout(() => tool("get_generation", { jobId: job.id }).then((found) => found && show(found), () => { timer = setTimeout(() => show({ job }), POLL_MS); }), POLL_MS);
}
fill(make("p", "The generation has begun."), bar());
`;
