// A draft as a request to the server.

import type { PositionRequest } from "../../api/wire";
import type { Draft } from "./draft";

/** A draft as the server takes it: what follows from the rest is filled in there. */
export const requestOf = (draft: Draft): PositionRequest & { game: string } =>
  ({ game: draft.game, options: draft.options, position: JSON.parse(JSON.stringify(draft)) as NonNullable<PositionRequest["position"]>, complete: true });
