interface Box {
  type: string;
  /** Of what it holds. */
  from: number;
  to: number;
}

const LARGEST_TYPE = /^[\x20-\x7e\xa9]{4}$/;
const TOP = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "meta", "moof", "sidx", "uuid", "styp"]);

/** Boxes one after the other; null where something else stands. A last box that goes beyond the head ends there. */
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
 * Whether a file of MP4's family begins like one: boxes that follow each other, and a `moov` with a track where it stands in the
 * head. A film whose `moov` comes after its data may be right.
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

/**
 * The seconds that a film says it lasts; null where its `moov` is not whole in the head, or lets later fragments decide. Throws where the head
 * ends before what it begins.
 */
export function readMovieSeconds(head: Buffer, isWhole: boolean): number | null {
  const movie = boxesIn(head, 0, head.length)?.find(({ type }) => type === "moov");
  if (movie === undefined || (movie.to === head.length && !isWhole)) return null;
  const inside = boxesIn(head, movie.from, movie.to) ?? [];
  const about = inside.find(({ type }) => type === "mvhd");
  if (about === undefined || inside.some(({ type }) => type === "mvex")) return null;
  // Version 1 has times of 64 bits.
  const isLong = head.readUInt8(about.from) === 1;
  const scale = head.readUInt32BE(about.from + (isLong ? 20 : 12));
  const length = isLong ? Number(head.readBigUInt64BE(about.from + 24)) : head.readUInt32BE(about.from + 16);
  const isKnown = scale > 0 && length > 0 && length < (isLong ? 2 ** 63 : 2 ** 32 - 1);
  return isKnown ? length / scale : null;
}

/** The size that AVIF and HEIC say in an `ispe`; null without one. */
export function readImageBoxes(head: Buffer): { width: number; height: number } | null {
  const boxes = boxesIn(head, 0, head.length);
  if (boxes === null) return null;
  // `meta` has four bytes of version and flags before its boxes.
  const properties = within(head, within(head, boxes, "meta", 4), "iprp");
  const size = within(head, properties, "ipco").find(({ type }) => type === "ispe");
  if (size === undefined) return null;
  return { width: head.readUInt32BE(size.from + 4), height: head.readUInt32BE(size.from + 8) };
}
