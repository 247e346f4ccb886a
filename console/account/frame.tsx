import type { ReactNode } from "react";
import { Area } from "../parts/area.js";
import { ACCOUNT_PLACES } from "../shell/places.js";
import "./account.css";

interface Given {
  title: string;
  act?: ReactNode;
  children: ReactNode;
}

/** Shows the frame around every page of the account. */
export const Frame = (given: Given) => <Area label="Account" parts={ACCOUNT_PLACES} {...given} />;
