import { Grid, cellOf } from "{{grid.js}}";
import { named } from "{{keys.js}}";
import { connect } from "{{socket.js}}";

const $ = id => document.getElementById(id), state = $("state"), canvas = $("grid"), isGuest = location.search === "?guest";
const grid = new Grid(canvas);
const room = () => [innerWidth, innerHeight - canvas.getBoundingClientRect().top - scrollY - ($("bar").offsetHeight || 0)];
grid.onsize = () => grid.measure(...room());
window.screenText = () => grid.text();

const LARGEST = 20, SMALLEST = 12, SMALL = 14; // CSS pixels of the font; the last one where 80x24 cells do not fit

function cells() { // columns and rows that fit, in a readable font: 80x24 or more where there is room
  const [width, height] = room(), ratio = devicePixelRatio || 1;
  const fit = size => {
    const [cw, ch] = cellOf(grid.pen, Math.round(size * ratio));
    return [width * ratio / cw | 0, height * ratio / ch | 0];
  };
  for (let size = LARGEST; size >= SMALLEST; size--) {
    const [columns, rows] = fit(size);
    if (columns >= 80 && rows >= 24) return [columns, rows];
  }
  return fit(SMALL);
}

function play() {
  $("start").hidden = true;
  canvas.hidden = false;
  let sent = 0, size = cells();
  const send = connect(() => `/socket/play?w=${size[0]}&h=${size[1]}${isGuest ? "&guest" : ""}`, {
    opened: () => { state.textContent = "Playing"; canvas.focus(); },
    taken: message => { if (message.say) state.textContent = message.say; grid.take(message); },
    lost: wait => state.textContent = `Connection lost; no turn is. Next attempt in ${Math.ceil(wait / 1000)} s.`,
    ended: (_, sentence) => { state.textContent = sentence || "You left the game."; $("start").hidden = false; canvas.hidden = true; },
  });
  const key = name => send({ k: [name], e: ++sent });
  canvas.addEventListener("keydown", event => {
    const name = named(event);
    if (name) { event.preventDefault(); key(name); }
  });
  canvas.addEventListener("paste", event => { send({ p: event.clipboardData.getData("text").slice(0, 4096) }); event.preventDefault(); });
  canvas.addEventListener("pointerdown", event => { canvas.focus(); send({ m: [["left", "middle", "right"][event.button] || "left", ...grid.at(event)] }); });
  let moved = 0, last = "";
  canvas.addEventListener("pointermove", event => {
    if (event.pointerType === "touch") return;
    moved ||= requestAnimationFrame(() => {
      moved = 0;
      const place = grid.at(event);
      if (String(place) !== last) { last = String(place); send({ m: ["move", ...place] }); }
    });
  });
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => { event.preventDefault(); send({ m: [event.deltaY < 0 ? "wheel up" : "wheel down", ...grid.at(event)] }); }, { passive: false });
  let asked;
  addEventListener("resize", () => { clearTimeout(asked); asked = setTimeout(() => { size = cells(); send({ s: size }); }, 100); });
  if (matchMedia("(pointer: coarse)").matches) touch(key);
}

function touch(key) { // what phones lack
  const bar = $("bar"), typed = $("typed");
  bar.hidden = typed.hidden = false;
  const add = (label, told, act) => {
    const button = document.createElement("button");
    Object.assign(button, { textContent: label, onclick: act });
    button.setAttribute("aria-label", told);
    bar.append(button);
  };
  for (const [label, name] of [["Esc", "escape"], ["Tab", "tab"], ["⏎", "enter"], ["←", "left"], ["↑", "up"], ["↓", "down"], ["→", "right"], ["?", "?"]])
    add(label, name, () => key(name));
  add("⌨", "keyboard", () => typed.focus());
  typed.addEventListener("input", event => { for (const char of event.target.value) key(char); event.target.value = ""; });
  dispatchEvent(new Event("resize"));
}

if (location.hash === "#play" && (isGuest || $("play").dataset.key === "yes")) play();
