/**
 * Finds the cycles of a graph that is given by what each node needs: its strongly connected components of several
 * nodes, and nodes that need themselves. This is Tarjan's algorithm without recursion, since a chain may be as
 * long as the graph.
 */
export function findCycles(needs: readonly (readonly number[])[]): number[][] {
  const index = new Int32Array(needs.length).fill(-1);
  const low = new Int32Array(needs.length);
  const isOpen = new Uint8Array(needs.length);
  const open: number[] = [];
  const cycles: number[][] = [];
  let count = 0;
  const enter = (node: number): { node: number; next: number } => {
    index[node] = low[node] = count;
    count += 1;
    open.push(node);
    isOpen[node] = 1;
    return { node, next: 0 };
  };
  const leave = (node: number): void => {
    if (low[node] !== index[node]) return;
    const members = open.splice(open.lastIndexOf(node));
    for (const member of members) isOpen[member] = 0;
    if (members.length > 1 || needs[node]?.includes(node)) cycles.push(members.toSorted((a, b) => a - b));
  };
  for (const start of needs.keys()) {
    if (index[start] !== -1) continue;
    const path = [enter(start)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { node } = top;
      const need = needs[node]?.[top.next];
      if (need === undefined) {
        path.pop();
        leave(node);
        const parent = path.at(-1);
        if (parent) low[parent.node] = Math.min(low[parent.node] ?? 0, low[node] ?? 0);
        continue;
      }
      top.next += 1;
      if (index[need] === -1) path.push(enter(need));
      else if (isOpen[need]) low[node] = Math.min(low[node] ?? 0, index[need] ?? 0);
    }
  }
  return cycles;
}
