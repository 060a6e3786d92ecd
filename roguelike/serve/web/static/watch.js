import { $, screen } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const name = $("watch").dataset.name;
const AGAIN = 5000; // milliseconds from an end to the next attempt
const LEAST = 7; // pixels of a column: what is wider than the window follows the player
const view = $("view"), grid = screen(({ w }) => [Math.max(innerWidth, LEAST * w), innerHeight - view.offsetTop]);
let place = "";
grid.onpaint = () => {
  if (!grid.cursor || String(grid.cursor) === place) return;
  place = String(grid.cursor);
  view.scrollLeft = grid.cursor[0] * grid.cw / grid.ratio - view.clientWidth / 2;
};
const tell = (text, isOver) => {
  if ($("state").textContent !== text) $("state").textContent = text;
  if ($("over").hidden === isOver) { $("over").hidden = !isOver; grid.fit(); }
};
connect(() => "/socket/watch/" + encodeURIComponent(name), {
  taken: message => { tell(`Watching ${name}`, false); grid.take(message); },
  lost: next => tell(`Connection lost. ${next}`, false),
  ended: (sentence, next) => {
    tell(sentence, true);
    if (next) Object.assign($("next"), { href: "/games/" + next, textContent: `${name}'s last game`, hidden: false });
    return AGAIN;
  },
});
