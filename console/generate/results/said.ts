/**
 * Number of letters of a prompt that name a result; a whole prompt in the label of each button would take
 * long to hear.
 */
const LETTERS = 60;

/**
 * Returns the name of a result for the labels of its controls: the first words of its prompt, and its number
 * if the job has several. `at` counts from 0.
 */
export function saidOf(title: string, at: number, count: number): string {
  const letters = [...title];
  const head = letters.slice(0, LETTERS).join("");
  // A word that ends at the limit is kept whole.
  const whole = /\s/.test(letters[LETTERS] ?? " ") ? head : head.replace(/\s+\S*$/, "");
  const words = letters.length <= LETTERS ? title : `${whole} …`;
  return count < 2 ? words : `${words}, ${at + 1} of ${count}`;
}
