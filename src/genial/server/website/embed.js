// The embedded board: steps through the pictures of a game.

const { picture, moves, codes, pieces, texts, pause } = JSON.parse(document.body.dataset.game);
const theme = document.body.dataset.theme;
const find = (id) => document.getElementById(id);
const [board, told, slider, playButton] = ["board", "move", "at", "play"].map(find);
const pieceShown = document.querySelector(".piece");
const darkSource = document.querySelector("source");
const shape = playButton.querySelector("path");
const PLAY_SHAPE = shape.getAttribute("d");
const PAUSE_SECONDS = 1.2;
let at = Number(slider.value);
let timer = 0;

const address = (move, look) => `${picture}?move=${move}&theme=${look}`;
const fill = (text, move) => text.replace("{move}", move).replace("{total}", moves.length);

function show(move) {
  at = Math.max(0, Math.min(moves.length, move));
  if (darkSource) darkSource.srcset = address(at, "dark");
  board.src = address(at, theme || "light");
  board.alt = fill(texts.board, at);
  told.textContent = at === 0 ? texts.start : `${fill(texts.of, at)} · ${moves[at - 1]}`;
  told.title = at === 0 ? "" : codes[at - 1];
  const piece = at === 0 ? "" : pieces[at - 1];
  pieceShown.innerHTML = piece === "" ? "" : `<use href="#${piece}"/>`;
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", told.textContent);
  for (const id of ["first", "previous"]) find(id).disabled = at === 0;
  for (const id of ["next", "last"]) find(id).disabled = at === moves.length;
  playButton.disabled = moves.length === 0;
  if (at < moves.length) new Image().src = board.currentSrc.replace(/move=\d+/, `move=${at + 1}`);
}

function setPlaying(isPlaying) {
  clearInterval(timer);
  timer = isPlaying ? setInterval(advance, PAUSE_SECONDS * 1000) : 0;
  shape.setAttribute("d", isPlaying ? pause : PLAY_SHAPE);
  playButton.title = isPlaying ? texts.pause : texts.play;
  playButton.setAttribute("aria-label", playButton.title);
}

function advance() {
  show(at + 1);
  if (at === moves.length) setPlaying(false);
}

function togglePlaying() {
  if (!timer && at === moves.length) show(0);
  setPlaying(!timer);
}

function step(move) {
  setPlaying(false);
  show(move);
}

find("first").addEventListener("click", () => step(0));
find("previous").addEventListener("click", () => step(at - 1));
find("next").addEventListener("click", () => step(at + 1));
find("last").addEventListener("click", () => step(moves.length));
playButton.addEventListener("click", togglePlaying);
slider.addEventListener("input", () => step(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  const target = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: moves.length }[event.key];
  if (target === undefined) return;
  event.preventDefault();
  step(target);
});
show(at);
