import test from "ava";
import { KnownQuestions, type Question } from "../../../services/delivery/serving/known-questions.js";
import type { View } from "../../../services/delivery/serving/view.js";

const viewOf = (id: string, revision: number) =>
  ({ project: { id }, shape: { revision } }) as unknown as View;
const questionOf = (shape: number): Question => ({
  shape,
  perspective: undefined,
  key: `of ${shape}`,
  answer: () => Promise.reject(new Error("Nobody asks.")),
});

test("what was read with other types is forgotten, of its project alone (decisions 11: freshness)", (t) => {
  const questions = new KnownQuestions();
  questions.keep("/a/1", viewOf("a", 1), questionOf(1));
  questions.keep("/a/2", viewOf("a", 1), questionOf(1));
  questions.keep("/b/1", viewOf("b", 1), questionOf(1));
  questions.keep("/a/1", viewOf("a", 2), questionOf(2));
  t.is(questions.get("/a/1")?.shape, 2);
  t.is(questions.get("/a/2"), undefined);
  t.is(questions.get("/b/1")?.shape, 1);
});

test("who holds a question while it is replaced still sees which types it was read with (decisions 11: freshness)", (t) => {
  const questions = new KnownQuestions();
  questions.keep("/a", viewOf("a", 1), questionOf(1));
  const held = questions.get("/a");
  questions.keep("/a", viewOf("a", 2), questionOf(2));
  t.is(held?.shape, 1);
});
