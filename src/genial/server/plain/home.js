// Says how far the server is with preparing the games.
const place = document.getElementById("progress");
const words = document.getElementById("words");
const bar = document.getElementById("bar");

async function look() {
  let again = 2000;
  try {
    const answer = await fetch("/health", { cache: "no-store" });
    const health = await answer.json();
    if (!answer.ok) throw new Error(answer.statusText);
    const ready = health.compiled >= health.steps;
    bar.hidden = ready;
    bar.max = Math.max(1, health.steps);
    bar.value = health.compiled;
    if (ready) {
      words.textContent = place.dataset.ready;
      return;
    }
  } catch {
    words.textContent = place.dataset.away;
    bar.hidden = true;
    again = 5000;
  }
  setTimeout(look, again);
}

look();
