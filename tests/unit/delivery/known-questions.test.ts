import test from "ava";
import { KnownQuestions, type Question } from "../../../services/delivery/serving/known-questions.js";
import type { View } from "../../../services/delivery/serving/view.js";

const viewOf = (id: string, revision: number) =>
  ({ project: { id }, shape: { revision } }) as unknown as View;
const questionOf = (shape: number): Question => ({
  shape,
  perspective: undefined,
  key: `of ${shape}`,
  answerKeys: {},
  answer: () => Promise.reject(new Error("Nobody asks.")),
});

/** As one that is asked for a second time. */
function keep(questions: KnownQuestions, url: string, view: View, question: Question): void {
  questions.keep(url, view, question);
  questions.keep(url, view, question);
}

test("what was asked once is not kept", (t) => {
  const questions = new KnownQuestions();
  questions.keep("/a", viewOf("a", 1), questionOf(1));
  t.is(questions.get("/a"), undefined);
  questions.keep("/a", viewOf("a", 1), questionOf(1));
  t.is(questions.get("/a")?.shape, 1);
});

test("what was read with other types is forgotten, of its project alone (decisions 11: freshness)", (t) => {
  const questions = new KnownQuestions();
  keep(questions, "/a/1", viewOf("a", 1), questionOf(1));
  keep(questions, "/a/2", viewOf("a", 1), questionOf(1));
  keep(questions, "/b/1", viewOf("b", 1), questionOf(1));
  keep(questions, "/a/1", viewOf("a", 2), questionOf(2));
  t.is(questions.get("/a/1")?.shape, 2);
  t.is(questions.get("/a/2"), undefined);
  t.is(questions.get("/b/1")?.shape, 1);
});

test("who holds a question while it is replaced still sees which types it was read with (decisions 11: freshness)", (t) => {
  const questions = new KnownQuestions();
  keep(questions, "/a", viewOf("a", 1), questionOf(1));
  const held = questions.get("/a");
  keep(questions, "/a", viewOf("a", 2), questionOf(2));
  t.is(held?.shape, 1);
});
