import test from "ava";
import { callPauseMs } from "../../helpers/witness/pause.js";

test("a witness begins closely, and rests longer beside an attack that lasts", (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 100].map((done) => callPauseMs(done, false)),
    [250, 250, 250, 2500, 2500, 2500],
  );
});

test("the strict run takes as many samples as it can", (t) => {
  t.deepEqual(
    [1, 100].map((done) => callPauseMs(done, true)),
    [50, 50],
  );
});
