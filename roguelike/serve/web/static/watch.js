import { $, LEAST, screen } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

const name = $("watch").dataset.name;
const AGAIN = 5000; // milliseconds from an end on
const grid = screen(({ w }) => [Math.max(innerWidth, LEAST * w), innerHeight - $("view").offsetTop]);
const tell = (text, isOver) => {
  if ($("state").textContent !== text) $("state").textContent = text;
  if ($("over").hidden === isOver) { $("over").hidden = !isOver; grid.fit(); }
};
connect(() => "/socket/watch/" + encodeURIComponent(name), {
  taken: message => { tell(message.say || `Watching ${name}`, false); grid.take(message); },
  lost: next => tell(`Connection lost. ${next}`, false),
  ended: (sentence, next) => {
    if ($("over").hidden) tell(sentence, true); // the first says why it ended
    Object.assign($("next"), { href: "/games/" + next, hidden: !next });
    return AGAIN;
  },
});
