interface Box {
  type: string;
  /** The offset at which the box's content begins. */
  from: number;
  to: number;
}

const LARGEST_TYPE = /^[\x20-\x7e\xa9]{4}$/;
const TOP = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "meta", "moof", "sidx", "uuid", "styp"]);

/**
 * Returns boxes that follow one another, or null where something else stands. A last box that goes beyond the
 * head ends with the head.
 */
function boxesIn(head: Buffer, from: number, to: number): Box[] | null {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to;) {
    const type = head.toString("latin1", at + 4, at + 8);
    let [size, start] = [head.readUInt32BE(at), at + 8];
    if (size === 1) {
      if (at + 16 > to) return boxes;
      [size, start] = [Number(head.readBigUInt64BE(at + 8)), at + 16];
    } else if (size === 0) size = Infinity;
    if (!LARGEST_TYPE.test(type) || size < start - at) return null;
    boxes.push({ type, from: start, to: Math.min(to, at + size) });
    at += size;
  }
  return boxes;
}

const within = (head: Buffer, boxes: readonly Box[], type: string, skip = 0): Box[] =>
  boxes.filter((box) => box.type === type).flatMap(({ from, to }) => boxesIn(head, from + skip, to) ?? []);

/**
 * Tells whether a file of MP4's family begins correctly: boxes follow one another, and a `moov` in the head
 * has a track. A film whose `moov` comes after its data is accepted.
 */
export function isMovie(head: Buffer, isWhole: boolean): boolean {
  const boxes = boxesIn(head, 0, head.length);
  if (boxes === null || boxes[0]?.type !== "ftyp" || !boxes.slice(1).every(({ type }) => TOP.has(type)))
    return false;
  const movie = boxes.find(({ type }) => type === "moov");
  if (movie === undefined) return !isWhole;
  const inside = boxesIn(head, movie.from, movie.to);
  return (
    inside !== null &&
    inside[0] !== undefined &&
    (movie.to === head.length || inside.some(({ type }) => type === "trak"))
  );
}

/** Returns the size that AVIF and HEIC give in an `ispe` box, or null without one. */
export function readImageBoxes(head: Buffer): { width: number; height: number } | null {
  const boxes = boxesIn(head, 0, head.length);
  if (boxes === null) return null;
  // `meta` has four bytes of version and flags before its boxes.
  const properties = within(head, within(head, boxes, "meta", 4), "iprp");
  const size = within(head, properties, "ipco").find(({ type }) => type === "ispe");
  if (size === undefined) return null;
  return { width: head.readUInt32BE(size.from + 4), height: head.readUInt32BE(size.from + 8) };
}
