// A bot as a program: the arena writes a message to it, one JSON object a line, and it answers.
//
// Try it (node 18 or newer, no packages):
//
//     genial arena ingenious "cmd:node examples/bots/random_bot.mjs" random
//
// Change `choose` to make it yours. All messages are explained in docs/external-bots.md.

import { createInterface } from "node:readline";

let chance = Math.random; // a function that gives a number from 0 up to 1

// Every message is one line. The loop ends when the arena closes our standard input.
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);

  switch (message.type) {
    case "hello":
      // The first message. We answer with the protocol's version and our name.
      // "legal": true asks for the list of legal moves with every move that we are asked for.
      answer({ type: "hello", protocol: 1, name: "random_bot.mjs", legal: true });
      break;

    case "new":
      // A game begins. The seed lets us play the same games again under the same seed.
      chance = seeded(message.seed);
      break;

    case "move":
      // Our turn: the view has all that our seat may see.
      answer({ move: choose(message.view, message.legal) });
      break;

    case "over":
      // The game has ended. Standard error is ours: the arena shows its end if we fail.
      console.error("ranks by seat:", message.ranks.join(" "));
      break;

    case "quit":
      process.exit(0);
  }
}

// Standard output is for answers only.
function answer(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

// One idea for two of the games; in the others any legal move.
function choose(view, legal) {
  if (view.game === "ingenious" && view.phase === "place") {
    const points = view.scores[(view.seat - 1) % view.scores.length];
    const worths = legal.map((move) => worth(move, view.board, points));
    const best = Math.max(...worths);
    return pick(legal.filter((_, place) => worths[place] === best));
  }
  if (view.game === "tile-challenge" && legal.includes("stop")) {
    // Every further tile may spoil the turn, so we stop with two.
    return view.staging.length >= 2 || !legal.includes("draw") ? "stop" : "draw";
  }
  return pick(legal);
}

function pick(list) {
  return list[Math.floor(chance() * list.length)];
}

// Neighbours of the same colour, and more for the colours that we have little of.
// A placement is written like Rh8Bi8: a colour and its cell, twice.
function worth(move, board, points) {
  let total = 0;
  for (const [, colour, cell] of move.matchAll(/([A-Z])([a-z]\d+)/g)) {
    const equal = neighbours(cell).filter((next) => board[next] === colour).length;
    total += equal * (18 - points[colour]);
  }
  return total;
}

// The six cells around a cell such as h8.
function neighbours(cell) {
  const letter = cell.charCodeAt(0);
  const number = Number(cell.slice(1));
  const steps = [[0, 1], [1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1]];
  return steps.map(([q, r]) => String.fromCharCode(letter + q) + (number + r));
}

// A small random generator (mulberry32), because Math.random cannot be seeded.
function seeded(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
