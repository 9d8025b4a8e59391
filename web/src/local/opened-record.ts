// A record that was opened in this browser: it is looked back at and analysed without a server.

import { Refusal } from "../api/refusal";
import type { ReviewPosition, UploadedRecord } from "../api/wire";
import type { State } from "../engine/game";
import type { RecordText } from "../engine/replay";
import { newRecordName } from "./address";
import { type Branch, branchOf, positionOf, seatsOf } from "./table";

/** Records never change. What is stored of one is what a server would say of it. */
export class OpenedRecord {
  constructor(readonly stored: UploadedRecord, readonly state: State) {}

  /** A record that has just been opened. */
  static open(text: string, { headers }: RecordText, state: State): OpenedRecord {
    return new OpenedRecord({ upload: newRecordName(), at: Date.now() / 1000, mine: true, headers: { ...headers }, total: state.moveCount, text }, state);
  }

  /** The game after a number of moves; a record hides nothing. */
  position(number: number): ReviewPosition {
    const state = this.state.history[number];
    if (state === undefined) throw new Refusal("no-such-position", "there is no such position");
    return positionOf(state, this.state.moveCount, seatsOf(state.game.players), true);
  }

  /** The game after other moves; without any, and without a seed, a position of it. */
  branch(tried: Branch): ReviewPosition {
    return branchOf(this.state, { ...tried, at: tried.at ?? this.state.moveCount });
  }
}
