import { $, LEAST, screen } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const name = $("watch").dataset.name;
const AGAIN = 5000; // milliseconds from an end to the next attempt
const grid = screen(({ w }) => [Math.max(innerWidth, LEAST * w), innerHeight - $("view").offsetTop]);
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
