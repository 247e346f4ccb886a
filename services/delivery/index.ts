/** For the edge, which opens delivery routes in its own process; everything else is an action. */
export {
  type TokenAuthenticator,
  tokenAuthenticatorOf,
  type TokenSeen,
} from "./tokens/authenticate-token.js";
