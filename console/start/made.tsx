import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Images } from "lucide-react";
import { useRemoved } from "../library/removal.js";
import { titleOf, useMakers } from "../parts/makers.js";
import { Empty, Failed, Skeletons } from "../parts/states.js";
import { Thumb } from "../parts/thumb.js";
import { media } from "../queries.js";
import { useProject } from "../shell/chosen-project.js";
import { ago } from "../words.js";

const SHOWN = 12;

/** Shows the newest files. */
export function Made() {
  const { projectId } = useProject();
  const { data, error, refetch } = useInfiniteQuery(media({ projectId, kind: null, sort: null }));
  const removed = useRemoved();
  const makers = useMakers();
  const files = data?.pages[0]?.objects
    .filter(({ storageId }) => !removed.includes(storageId))
    .slice(0, SHOWN);
  return (
    <section aria-labelledby="made">
      <header className="section-head">
        <h2 id="made">Made lately</h2>
        <Link to="/app/library">See all files</Link>
      </header>
      {error !== null && <Failed error={error} again={refetch} />}
      {files?.length === 0 && (
        <div className="card">
          <Empty icon={Images} title="Nothing is here yet">
            <p>What you generate or upload appears here.</p>
            <Link to="/app/generate" className="button main">
              Generate something
            </Link>
          </Empty>
        </div>
      )}
      <ul className="grid" aria-busy={files === undefined && error === null}>
        {files === undefined && error === null && <Skeletons count={6} className="tile" />}
        {files?.map((file) => (
          <li key={file.storageId}>
            <Link to="/app/library" search={{ file: file.storageId }} className="tile">
              <Thumb file={file} />
              <span className="tile-text">
                <span className="tile-name">{titleOf(file, makers.get(file.storageId))}</span>
                <span className="soft small">{ago(file.createdAt)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
