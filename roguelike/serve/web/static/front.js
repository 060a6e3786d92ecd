// Live pictures of the games in progress, while the page is looked at; still ones for those who want no motion.
import { $, Grid, make } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const list = $("games"), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
const items = new Map(), grids = new Map(); // by the name of the player, and by the number of the picture
let send;

function itemOf(name) {
  const item = make("li"), link = make("a");
  link.href = "/watch/" + encodeURIComponent(name);
  link.append(make("b", name));
  item.append(link, " ", make("span"));
  items.set(name, item);
  return item;
}

function gridIn(item) {
  const grid = new Grid(make("canvas"), () => [item.clientWidth, item.clientWidth]);
  item.firstChild.prepend(grid.canvas);
  return grid;
}

function show({ games, of }) {
  const numbers = new Set(games.map(game => game[0]));
  for (const [number, grid] of grids) if (!numbers.has(number)) { grid.canvas.remove(); grids.delete(number); }
  const shown = games.map(([number, name, told]) => {
    const item = items.get(name) || itemOf(name);
    item.lastChild.textContent = told;
    if (number && !grids.has(number)) grids.set(number, gridIn(item));
    return item;
  });
  if (shown.length !== list.children.length || shown.some((item, at) => item !== list.children[at])) {
    const focus = document.activeElement;
    list.replaceChildren(...shown);
    focus.focus({ preventScroll: true });
  }
  list.nextElementSibling.textContent = of > games.length ? `and ${of - games.length} more` : "";
}

function take(message) {
  if (message.games) show(message);
  else for (const part of message.m) grids.get(message.id)?.take(part);
  if (still && [...grids.values()].every(grid => grid.w)) send.close();
}

function look() {
  if (document.hidden) send = send?.close();
  else send ||= connect(() => "/socket/games", { taken: take });
}

document.addEventListener("visibilitychange", look);
addEventListener("resize", () => { for (const grid of grids.values()) grid.fit(); });
look();
