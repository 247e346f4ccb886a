import { differences } from "../content/editor/differences.js";
import { Dialog } from "../parts/dialog.js";
import { ago, credits } from "../words.js";
import { NodeStatus, Shown } from "./node-card.js";
import { costOf, type NodeResult, type Run } from "./queries.js";

/**
 * Shows the differences between the results of two runs for each node: texts by words, media side by side.
 */
export function RunDifferences({ before, after, onClose }: { before: Run; after: Run; onClose: () => void }) {
  const ids = [...new Set([...Object.keys(before.nodeResults), ...Object.keys(after.nodeResults)])];
  const changed = ids.filter((id) => isOther(before.nodeResults[id], after.nodeResults[id]));
  return (
    <Dialog title="What differs" className="wide" onClose={onClose}>
      <p className="soft number">
        From the run {ago(before.createdAt)}, {credits(costOf(before))}, to the run {ago(after.createdAt)},{" "}
        {credits(costOf(after))}.
      </p>
      {changed.length === 0 && <p>All nodes gave the same.</p>}
      <ul className="run-differences" aria-label="Nodes that differ">
        {changed.map((id) => (
          <li key={id}>
            <h3>{id}</h3>
            <Node before={before.nodeResults[id]} after={after.nodeResults[id]} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Compares a file by its id, because each answer signs a new address. */
const given = (result: NodeResult | undefined) => result?.output?.storageId ?? result?.output?.value;
const isOther = (before: NodeResult | undefined, after: NodeResult | undefined): boolean =>
  before?.status !== after?.status || before?.detail !== after?.detail || given(before) !== given(after);

function Node({ before, after }: { before: NodeResult | undefined; after: NodeResult | undefined }) {
  const [old, now] = [before?.output, after?.output];
  if (old?.type === "text" && now?.type === "text" && old.value !== now.value)
    return <Words before={old.value} after={now.value} />;
  return (
    <div className="run-sides">
      <Side name="Before" result={before} />
      <Side name="After" result={after} />
    </div>
  );
}

function Side({ name, result }: { name: string; result: NodeResult | undefined }) {
  return (
    <div>
      <p className="small">
        {name}: {result === undefined ? "the node was not there" : <NodeStatus result={result} />}
      </p>
      {result?.detail !== undefined && <p className="wrong-text small">{result.detail}</p>}
      {result?.output !== undefined && <Shown output={result.output} />}
    </div>
  );
}

function Words({ before, after }: { before: string; after: string }) {
  const [difference] = differences({ text: before }, { text: after });
  return (
    <p className="words">
      {difference?.parts.map(({ value, added, removed }, at) =>
        added ? <ins key={at}>{value}</ins> : removed ? <del key={at}>{value}</del> : value,
      )}
    </p>
  );
}
