import { $, LEAST, screen } from "{{grid.js}}";

const said = $("said"), seek = $("seek");
const grid = screen(({ w }) => [Math.max($("player").clientWidth, LEAST * w), Math.max(200, innerHeight - 160)]);
const frames = []; // each with its texts, its moment, and whether it begins a whole screen
let at = -1, playing = false, due = 0;

const wanted = () => +(/^#t=(\d{1,10})$/.exec(location.hash)?.[1] ?? -1);

async function load() {
  for (let wait = 500; ; wait = Math.min(5000, wait * 1.5)) {
    const answer = await fetch(`/games/${$("film").dataset.key}/film`), text = await answer.text();
    if (answer.status === 200) return text;
    said.textContent = text;
    if (answer.status !== 202) throw text;
    await new Promise(done => setTimeout(done, wait));
  }
}

function read(text) {
  let level, begins = true;
  for (const line of text.trim().split("\n").map(JSON.parse)) {
    if (line.over) return;
    level = line.level ?? level;
    if (begins) frames.push({ ms: line.at, turn: line.turn, level, whole: line.s, lines: [] });
    frames.at(-1).lines.push(line);
    begins = !line.more;
  }
}

function show(goal) { // a frame, painted from the newest whole screen, or from here where that is nearer
  goal = Math.max(0, Math.min(frames.length - 1, goal));
  let from = goal;
  while (!frames[from].whole && from !== at + 1) from--;
  if (goal !== at) for (; from <= goal; from++) frames[from].lines.forEach(line => grid.take(line));
  at = seek.value = goal;
  const { turn, level } = frames[at], end = isOver() ? ", the end" : "";
  seek.setAttribute("aria-valuetext", $("where").textContent = `Turn ${turn}, level ${level}${end}`);
  if (playing) step();
}

const isOver = () => at === frames.length - 1;
const ofTurn = turn => { const n = frames.findIndex(frame => frame.turn >= turn); return n < 0 ? frames.length - 1 : n; };

function step() { // wait for the next frame
  clearTimeout(due);
  if (isOver()) return stop();
  due = setTimeout(() => show(at + 1), (frames[at + 1].ms - frames[at].ms) / $("speed").value);
}

function stop() {
  clearTimeout(due);
  playing = false;
  $("play").textContent = "Play";
}

function play() {
  if (playing) return stop();
  playing = true;
  $("play").textContent = "Pause";
  show(isOver() ? 0 : at);
}

function level(way) {
  const marks = frames.map((_, n) => n).filter(n => n && frames[n].level !== frames[n - 1].level);
  show(way > 0 ? marks.find(n => n > at) ?? frames.length - 1 : marks.findLast(n => n < at) ?? 0);
}

async function copy() {
  history.replaceState(null, "", `#t=${frames[at].turn}`);
  try {
    await navigator.clipboard.writeText(location.href);
    said.textContent = "The link is copied.";
  } catch {
    said.textContent = "The link is in the address bar.";
  }
}

async function begin() {
  $("begin").disabled = true;
  said.textContent = "Loading the film.";
  try {
    read(await load());
  } catch (why) {
    said.textContent = typeof why === "string" ? why : "The film cannot be loaded: try again.";
    $("begin").disabled = false;
    return;
  }
  said.textContent = "";
  $("begin").hidden = true;
  $("player").hidden = false;
  seek.max = frames.length - 1;
  show(ofTurn(wanted()));
  $("play").focus({ preventScroll: true });
  $("film").scrollIntoView();
  if (wanted() < 0) play();
}

const acts = { begin, play, copy, previous: () => level(-1), next: () => level(1) };
for (const id in acts) $(id).onclick = acts[id];
seek.oninput = () => show(+seek.value);
$("speed").onchange = () => playing && step();
addEventListener("hashchange", () => at >= 0 && wanted() >= 0 && show(ofTurn(wanted())));
if (wanted() >= 0) begin();
