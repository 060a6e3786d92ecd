import { Grid, cellOf } from "{{grid.js}}";
import { named } from "{{keys.js}}";
import { connect } from "{{socket.js}}";
import { touch } from "{{touch.js}}";

const HELD = 500; // milliseconds after which a touch is the right button
const NEAR = 12; // CSS pixels that a finger may move meanwhile
const $ = id => document.getElementById(id), state = $("state"), canvas = $("grid"), room = $("room"), news = $("news");
const isGuest = new URLSearchParams(location.search).has("guest"), wishes = query => matchMedia(query).matches;
const grid = new Grid(canvas), fit = () => grid.w && grid.measure(room.clientWidth, room.clientHeight);
grid.onsize = fit;
window.screenText = () => grid.text();

function cells() { // columns and rows that fit, in a readable font of CSS pixels: 80x24 or more where there is room
  const ratio = devicePixelRatio || 1, width = room.clientWidth * ratio, height = room.clientHeight * ratio;
  const fitting = size => {
    const [cw, ch] = cellOf(grid.pen, Math.round(size * ratio));
    return [width / cw | 0, height / ch | 0];
  };
  for (const [largest, smallest, columns, rows] of [[20, 12, 80, 24], [14, 7, 40, 15]]) // the latter: what the game needs
    for (let size = largest; size >= smallest; size--) {
      const found = fitting(size);
      if (found[0] >= columns && found[1] >= rows) return found;
    }
  return fitting(12);
}

function path(size, again) {
  const told = new URLSearchParams({ w: size[0], h: size[1] });
  if (isGuest) told.set("guest", "");
  if (again) told.set("again", "");
  if (wishes("(prefers-reduced-motion: reduce)")) told.set("calm", "");
  if (wishes("(prefers-contrast: more)")) told.set("contrast", "");
  return "/socket/play?" + told;
}

function play() {
  const isTouched = wishes("(pointer: coarse)");
  document.body.className = "playing";
  $("start").hidden = true;
  room.hidden = false;
  $("bar").hidden = $("typed").hidden = !isTouched;
  $("out").hidden = isTouched;
  let sent = 0, times = 0, size = cells();
  const send = connect(() => path(size, times), {
    opened: () => { if (!times++) canvas.focus(); state.textContent = "Playing"; },
    taken: message => {
      if (message.say) state.textContent = message.say;
      for (const line of message.t || []) news.append(Object.assign(document.createElement("p"), { textContent: line }));
      grid.take(message);
    },
    lost: wait => state.textContent = `Connection lost${isGuest ? "" : "; no turn is"}. Next attempt in ${Math.ceil(wait / 1000)} s.`,
    ended: (_, sentence) => end(sentence || "You left the game."),
  });
  const key = name => { news.replaceChildren(); send({ k: [name], e: ++sent }); };
  canvas.addEventListener("keydown", event => {
    const name = named(event);
    if (name) { event.preventDefault(); key(name); }
    else if (event.key === "F6" && !event.shiftKey) { event.preventDefault(); $("games").focus(); }
  });
  let hasKeys = false;
  const tell = has => $("out").textContent = (hasKeys = has) ? "F6: leave the game's keys" : "Back to the game";
  canvas.onfocus = () => tell(true);
  canvas.onblur = () => setTimeout(() => document.hasFocus() && tell(document.activeElement === canvas));
  $("out").onmousedown = event => event.preventDefault(); // which would leave already
  $("out").onclick = () => (hasKeys ? $("games") : canvas).focus();
  document.addEventListener("paste", event => {
    if (document.activeElement !== canvas) return;
    event.preventDefault();
    send({ p: event.clipboardData.getData("text").slice(0, 4096) });
  });
  point(send);
  let asked;
  new ResizeObserver(() => {
    requestAnimationFrame(fit);
    clearTimeout(asked);
    asked = setTimeout(() => {
      const next = cells();
      if (String(next) !== String(size)) send({ s: size = next });
    }, 100);
  }).observe(room);
  if (isTouched) touch(key);
  if (isGuest) addEventListener("beforeunload", event => { if (!room.hidden) event.preventDefault(); }); // it would be lost
}

function point(send) { // the pointer: touch is a click when it ends, and the right button when it is long
  let moved = 0, last = "", held = 0, from = null, turned = 0;
  const press = (button, event) => send({ m: [button, ...grid.at(event)] });
  const drop = () => { clearTimeout(held); from = null; };
  canvas.addEventListener("mousedown", event => { if (document.activeElement === $("typed")) event.preventDefault(); });
  canvas.addEventListener("pointerdown", event => {
    if (event.pointerType !== "touch") return press(["left", "middle", "right"][event.button] || "left", event);
    if (!event.isPrimary) return drop(); // two fingers enlarge the page
    from = event;
    held = setTimeout(() => { drop(); press("right", event); }, HELD);
  });
  canvas.addEventListener("pointerup", event => { if (from) { drop(); press("left", event); } });
  canvas.addEventListener("pointercancel", drop);
  canvas.addEventListener("pointermove", event => {
    if (event.pointerType === "touch") {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > NEAR) drop();
      return;
    }
    moved ||= requestAnimationFrame(() => {
      moved = 0;
      const place = String(grid.at(event));
      if (place !== last) { last = place; press("move", event); }
    });
  });
  canvas.addEventListener("contextmenu", event => event.preventDefault());
  canvas.addEventListener("wheel", event => {
    if (event.ctrlKey) return; // the size of the page
    event.preventDefault();
    turned ||= requestAnimationFrame(() => { turned = 0; press(event.deltaY < 0 ? "wheel up" : "wheel down", event); });
  }, { passive: false });
}

function end(sentence) { // says why, and offers to play again
  document.body.className = "";
  state.textContent = "";
  room.hidden = $("bar").hidden = $("typed").hidden = $("out").hidden = true;
  $("start").hidden = false;
  $("end").textContent = sentence;
  const again = $(isGuest ? "guest" : "begin");
  again.textContent = isGuest ? "Play again as a guest" : "Play again";
  if (isGuest) again.onclick = event => { event.preventDefault(); location.reload(); };
  again.focus();
}

if (location.hash === "#play" && (isGuest || $("play").dataset.key === "yes")) play();
