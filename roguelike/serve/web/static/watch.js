import { Grid } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const $ = id => document.getElementById(id), name = $("watch").dataset.name;
const AGAIN = 5000; // milliseconds from an end to the next attempt
const REASONS = {
  left: `${name} does not play now.`,
  private: `${name} lets only players of this server watch, or nobody.`,
  full: `Too many watch ${name}.`,
  slow: "The connection is too slow.",
  lost: `The game of ${name} cannot be watched now.`,
};
const grid = new Grid($("grid"));
const fit = () => grid.w && grid.measure(innerWidth, innerHeight - $("grid").offsetTop);
const tell = (text, isOver) => {
  if ($("state").textContent !== text) $("state").textContent = text;
  if ($("over").hidden === isOver) { $("over").hidden = !isOver; fit(); }
};
grid.onsize = fit;
addEventListener("resize", fit);
window.screenText = () => grid.text();
connect(() => "/socket/watch/" + encodeURIComponent(name), {
  opened() {},
  taken: message => { tell(`Watching ${name}`, false); grid.take(message); },
  lost: wait => tell(`Connection lost. Next attempt in ${Math.ceil(wait / 1000)} s.`, false),
  ended: (reason, _, next) => {
    tell(REASONS[reason] || REASONS.lost, true);
    if (next) Object.assign($("next"), { href: "/games/" + next, textContent: `The last game of ${name}`, hidden: false });
    return AGAIN;
  },
});
