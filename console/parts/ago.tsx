import { ago, dayAndTime } from "../words.js";

/** Shows a time as "5 minutes ago", with the exact time in its tooltip and its `datetime` attribute. */
export const Ago = ({ time }: { time: string }) => (
  <time dateTime={time} title={dayAndTime(time)}>
    {ago(time)}
  </time>
);
