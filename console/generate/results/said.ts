/** So many letters of what was asked for tell a result apart from the others; to hear all of it on each button takes long. */
const LETTERS = 60;

/** How the controls of a result name it: the first words of what was asked for, and which of several it is, from 0. */
export function saidOf(title: string, at: number, count: number): string {
  const words = title.length <= LETTERS ? title : `${title.slice(0, LETTERS).replace(/\s+\S*$/, "")} …`;
  return count < 2 ? words : `${words}, ${at + 1} of ${count}`;
}
