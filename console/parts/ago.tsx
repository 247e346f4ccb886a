import { ago, dayAndTime } from "../words.js";

/** "5 minutes ago", with the day and the time for a pointer that rests on it, and for programs. */
export const Ago = ({ time }: { time: string }) => (
  <time dateTime={time} title={dayAndTime(time)}>
    {ago(time)}
  </time>
);
