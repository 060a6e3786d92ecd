import { Grid } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const $ = id => document.getElementById(id), state = $("state"), name = $("watch").dataset.name;
const REASONS = {
  left: `${name} does not play now.`,
  private: `${name} wants no spectators now.`,
  full: `Too many watch ${name}.`,
  slow: "The connection is too slow.",
  lost: `The game of ${name} cannot be watched now.`,
};
const grid = new Grid($("grid"));
const fit = () => grid.w && grid.measure(innerWidth, innerHeight - $("grid").offsetTop);
grid.onsize = fit;
addEventListener("resize", fit);
window.screenText = () => grid.text();
connect(() => "/socket/watch/" + encodeURIComponent(name), {
  opened: () => state.textContent = `Watching ${name}`,
  taken: message => grid.take(message),
  lost: wait => state.textContent = `Connection lost. Next attempt in ${Math.ceil(wait / 1000)} s.`,
  ended: reason => state.textContent = REASONS[reason] || REASONS.lost,
});
