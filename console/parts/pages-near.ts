/**
 * Returns the pages of a list, of `size` items each, that contain an item of `shown` or one within `ahead`
 * items of it, so that scrolling on meets pages that are already requested. A focused item far away does not
 * request the pages between. `end` is the number of items.
 */
export function pagesNear(
  shown: readonly number[],
  { size, ahead, end }: { size: number; ahead: number; end: number },
): number[] {
  const near = shown.flatMap((index) => [
    Math.max(0, index - ahead),
    index,
    Math.min(end - 1, index + ahead),
  ]);
  return [...new Set(near.map((index) => Math.floor(index / size)))].sort((a, b) => a - b);
}
