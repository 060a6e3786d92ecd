import { $, make } from "{{grid.js}}";
import { isBegun, isGuest, open } from "{{session.js}}";

const log = $("log"), answer = $("answer");
const MOST = 400; // paragraphs that stay

let typed = null; // the last answer, until the game has repeated it

function add(lines) { // what the person has typed is for the eyes alone: screen readers have said it
  const part = document.createDocumentFragment();
  for (const line of lines) {
    if (!line.trim()) continue;
    const paragraph = part.appendChild(make("p", line));
    if (typed === null || !line.endsWith("> " + typed)) continue;
    paragraph.setAttribute("aria-hidden", "true");
    typed = null;
  }
  log.append(part);
  while (log.childElementCount > MOST) log.firstChild.remove();
  $("ask").scrollIntoView({ block: "end" });
}

function play() {
  log.hidden = false; // and what was read stays
  const send = open(() => "/socket/lines" + (isGuest ? "?guest" : ""), [$("ask")], answer, message => {
    if (message.q) $("question").textContent = message.q.replace(/\s*>$/, "") || "Command";
    add(message.t || (message.say ? [message.say] : []));
  });
  const lines = [""]; // what is recalled: an empty field, then the answers, the newest first
  let at = 0;
  answer.onkeydown = event => {
    const to = { ArrowUp: at + 1, ArrowDown: at - 1, Escape: 0 }[event.key];
    if (!(to in lines)) return;
    event.preventDefault();
    answer.value = lines[at = to];
  };
  $("ask").onsubmit = event => {
    event.preventDefault();
    if (!send({ i: answer.value })) return; // it can be sent once there is a connection
    typed = answer.value;
    if (typed && typed !== lines[1]) lines.splice(1, 0, typed);
    answer.value = lines[at = 0];
  };
}

if (isBegun()) play();
