/** So many letters of what was asked for tell a result apart from the others; to hear all of it on each button takes long. */
const LETTERS = 60;

/** How the controls of a result name it: the first words of what was asked for, and which of several it is, from 0. */
export function saidOf(title: string, at: number, count: number): string {
  const letters = [...title];
  const head = letters.slice(0, LETTERS).join("");
  // a word that ends there is whole
  const whole = /\s/.test(letters[LETTERS] ?? " ") ? head : head.replace(/\s+\S*$/, "");
  const words = letters.length <= LETTERS ? title : `${whole} …`;
  return count < 2 ? words : `${words}, ${at + 1} of ${count}`;
}
