// A toy game at boardgame.io, in memory: a board of cells, hidden racks, forty moves.
const { Server } = require("boardgame.io/server");

const MOVES = 40;
const [port, api] = process.argv.slice(2).map(Number);

const toy = {
  name: "toy",
  setup: () => ({
    cells: Array(127).fill(null),
    scores: { 0: [0, 0, 0, 0, 0, 0], 1: [0, 0, 0, 0, 0, 0] },
    racks: { 0: ["RG", "BB", "OY", "RP", "GG", "YP"], 1: ["RR", "BO", "OP", "GY", "BY", "YY"] },
  }),
  playerView: ({ G, playerID }) => ({
    ...G,
    racks: playerID === null ? {} : { [playerID]: G.racks[playerID] },
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID }, cell) => {
      if (G.cells[cell] !== null) return "INVALID_MOVE";
      G.cells[cell] = playerID;
      G.scores[playerID][cell % 6] += 1;
    },
  },
  endIf: ({ G }) =>
    G.cells[MOVES - 1] !== null ? { winner: "0" } : undefined,
};

// The lobby has a port of its own: on one port it is not found with today's Koa.
Server({ games: [toy], origins: ["*"] }).run({ port, lobbyConfig: { apiPort: api } });
