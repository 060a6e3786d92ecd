import { $, cellOf, make, screen } from "{{grid.js}}";
import { named } from "{{keys.js}}";
import { isBegun, isGuest, open } from "{{session.js}}";
import { touch } from "{{touch.js}}";

const HELD = 500; // milliseconds after which a touch is the right button
const NEAR = 12; // CSS pixels that a finger may move meanwhile
const canvas = $("grid"), room = $("room"), news = $("news"), wishes = query => matchMedia(query).matches;
const isTouched = wishes("(pointer: coarse)");
const typed = $("typed"), grid = screen(() => [room.clientWidth, room.clientHeight, isTouched && 1.7]);
let isField = false; // whether a tap on a field of the game has called the keyboard

const tapped = height => Math.max(15, height / 24, Math.min(18, height / 18)) | 0; // rows that a finger hits: 24 pixels, or 18 rows

function cells() { // columns and rows that fit, in a readable font of CSS pixels: 80x24 or more where there is room
  const ratio = devicePixelRatio || 1, width = room.clientWidth * ratio, height = room.clientHeight * ratio;
  const fitting = size => {
    const [cw, ch] = cellOf(grid.pen, Math.round(size * ratio));
    return [width / cw | 0, height / ch | 0];
  };
  for (const [largest, smallest, columns, rows] of [[20, 12, 80, 24], [16, 7, 40, 15]].slice(isTouched)) // 40x15: what the game needs
    for (let size = largest; size >= smallest; size--) {
      const [across, down] = fitting(size);
      if (across >= columns && down >= rows)
        return [across, isTouched ? Math.min(down, tapped(room.clientHeight)) : down];
    }
  return fitting(12);
}

function path(size, again) {
  const calm = wishes("(prefers-reduced-motion: reduce)"), contrast = wishes("(prefers-contrast: more)");
  const told = Object.entries({ guest: isGuest, again, calm, contrast }).filter(([, isSo]) => isSo);
  return `/socket/play?w=${size[0]}&h=${size[1]}` + told.map(([wish]) => "&" + wish).join("");
}

function play() {
  document.body.className = "playing";
  let sent = 0, size;
  const elements = isTouched ? [room, $("bar"), typed] : [room, $("out")];
  const send = open(again => path(size ||= cells(), again), elements, canvas, message => {
    for (const line of message.t || []) news.append(make("p", line));
    grid.take(message);
    if (isField && !grid.fields.length) isField = canvas.focus();
  });
  const key = name => { news.replaceChildren(); send({ k: [name], e: ++sent }); };
  canvas.onkeydown = event => {
    const name = named(event), leaves = event.key === "F6" && !event.shiftKey;
    if (name || leaves) event.preventDefault();
    if (name) key(name);
    if (leaves) $("games").focus();
  };
  $("out").onmousedown = event => event.preventDefault(); // which would leave already
  $("out").onclick = () => (document.activeElement === canvas ? $("games") : canvas).focus();
  document.onpaste = event => {
    if (document.activeElement !== canvas) return;
    event.preventDefault();
    send({ p: event.clipboardData.getData("text").slice(0, 4096) });
  };
  point(send);
  let asked;
  new ResizeObserver(() => {
    requestAnimationFrame(() => grid.fit());
    clearTimeout(asked);
    asked = setTimeout(() => {
      const next = cells();
      if (String(next) !== String(size)) send({ s: size = next });
    }, 100);
  }).observe(room);
  if (isTouched) touch(key);
  if (isGuest) addEventListener("beforeunload", event => { if (!room.hidden) event.preventDefault(); }); // it would be lost
}

function point(send) { // the pointer: touch is a click when it ends, the right button when it is long, and the wheel when it moves
  let moved = 0, last = "", held = 0, from = null, turned = 0, start = null, y = 0;
  const press = (button, event) => send({ m: [button, ...grid.at(event)] });
  const turn = (isUp, event) => press(isUp ? "wheel up" : "wheel down", event);
  const drop = () => { clearTimeout(held); from = null; };
  canvas.onmousedown = event => { if (document.activeElement === typed) event.preventDefault(); };
  canvas.onpointerdown = event => {
    if (event.pointerType !== "touch") return press(["left", "middle", "right"][event.button] || "left", event);
    if (!event.isPrimary) return start = drop(); // two fingers enlarge the page
    start = from = event;
    y = event.clientY;
    held = setTimeout(() => { start = drop(); press("right", event); }, HELD);
  };
  canvas.onpointerup = event => {
    start = null;
    if (!from) return;
    drop();
    press("left", event);
    if (grid.fields.includes(grid.at(event)[1])) { isField = true; typed.focus(); }
  };
  canvas.onpointercancel = () => start = drop();
  canvas.onpointermove = event => {
    if (event.pointerType === "touch") {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > NEAR) drop();
      const way = Math.sign(event.clientY - y), step = 2 * way * grid.ch / grid.ratio;
      if (start && !from) for (; way && (event.clientY - y) / step >= 1; y += step) turn(way > 0, start);
      return;
    }
    moved ||= requestAnimationFrame(() => {
      moved = 0;
      const place = String(grid.at(event));
      if (place !== last) { last = place; press("move", event); }
    });
  };
  canvas.oncontextmenu = event => event.preventDefault();
  canvas.onwheel = event => {
    if (event.ctrlKey) return; // the size of the page
    event.preventDefault();
    turned ||= requestAnimationFrame(() => { turned = 0; turn(event.deltaY < 0, event); });
  };
}

if (isBegun()) play();
