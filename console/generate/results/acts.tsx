import { Link } from "@tanstack/react-router";
import { Columns2, CornerUpLeft, Download, Ellipsis, Info, RotateCcw, Shuffle } from "lucide-react";
import { Menu } from "../../parts/menu.js";
import { nameOf } from "../../parts/thumb.js";
import type { CatalogModel, Job, Media, MediaKind } from "../../queries.js";
import { SendTo } from "../../send/send-to.js";
import { allOf, BeforeAndAfter } from "../compare/toggle.js";
import { canVary } from "../vary.js";

/** The actions of a result that change the form. */
export interface Acts {
  again: (job: Job) => void;
  vary: (job: Job, storageId: string) => void;
  asInput: (storageId: string, kind: MediaKind) => void;
}

interface Given {
  job: Job;
  model: CatalogModel | undefined;
  file: Media;
  kind: MediaKind;
  /** The name of the result in the labels of its controls. */
  said: string;
  acts: Acts;
}

/** Shows the actions of one result: the frequent ones as buttons, and the others in a menu. */
export function ResultActs({ job, model, file, kind, said, acts }: Given) {
  const { storageId } = file;
  const all = allOf(job);
  return (
    <>
      {model !== undefined && canVary(model) ? (
        <button
          type="button"
          className="button small"
          data-act="first"
          aria-label={`Vary: ${said}`}
          onClick={() => acts.vary(job, storageId)}
        >
          <Shuffle aria-hidden size={16} /> Vary
        </button>
      ) : (
        <BeforeAndAfter job={job} storageId={storageId} said={said} />
      )}
      <span data-act="send">
        <SendTo storageId={storageId} kind={kind} name={said} className="button small send-to" />
      </span>
      <span data-act="more">
        <Menu
          label="More"
          of={said}
          icon={<Ellipsis aria-hidden size={18} />}
          className="button plain small icon"
        >
          <button type="button" className="button plain" onClick={() => acts.asInput(storageId, kind)}>
            <CornerUpLeft aria-hidden size={18} /> Use as input
          </button>
          {model !== undefined && (
            <button type="button" className="button plain" onClick={() => acts.again(job)}>
              <RotateCcw aria-hidden size={18} /> Reuse settings
            </button>
          )}
          {all !== null && (
            <Link to="/app/generate/compare" search={{ of: all.of }} className="button plain">
              <Columns2 aria-hidden size={18} /> Compare all {all.count}
            </Link>
          )}
          <a className="button plain" href={file.url} download={nameOf(file)}>
            <Download aria-hidden size={18} /> Download
          </a>
          <Link to="/app/library" search={{ file: storageId }} className="button plain">
            <Info aria-hidden size={18} /> Details and publishing
          </Link>
        </Menu>
      </span>
    </>
  );
}

/** Shows the button that fills the form with the parameters of a job. */
export const Again = ({ job, said, acts }: Pick<Given, "job" | "said" | "acts">) => (
  <button
    type="button"
    className="button small"
    data-act="first"
    aria-label={`Reuse settings: ${said}`}
    onClick={() => acts.again(job)}
  >
    <RotateCcw aria-hidden size={16} /> Reuse settings
  </button>
);
