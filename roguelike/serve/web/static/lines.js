import { connect } from "{{socket.js}}";

const $ = id => document.getElementById(id), state = $("state"), log = $("log"), answer = $("answer");
const isGuest = new URLSearchParams(location.search).has("guest");
const MOST = 400; // paragraphs that stay

let typed = null; // the last answer, until the game has repeated it

function add(lines) { // what the person has typed is for the eyes alone: screen readers have said it
  const part = document.createDocumentFragment();
  for (const line of lines) {
    if (!line.trim()) continue;
    const paragraph = part.appendChild(Object.assign(document.createElement("p"), { textContent: line }));
    if (typed === null || !line.endsWith("> " + typed)) continue;
    paragraph.setAttribute("aria-hidden", "true");
    typed = null;
  }
  log.append(part);
  while (log.childElementCount > MOST) log.firstChild.remove();
  $("ask").scrollIntoView({ block: "end" });
}

function play() {
  $("start").hidden = true;
  log.hidden = $("ask").hidden = false;
  let times = 0;
  const send = connect(() => "/socket/lines" + (isGuest ? "?guest" : ""), {
    opened: () => { if (!times++) answer.focus(); state.textContent = "Playing"; },
    taken: message => {
      if (message.q) $("question").textContent = message.q.replace(/\s*>$/, "") || "Command";
      add(message.t || (message.say ? [message.say] : []));
    },
    lost: wait => state.textContent = `Connection lost${isGuest ? "" : "; no turn is"}. Next attempt in ${Math.ceil(wait / 1000)} s.`,
    ended: (_, sentence) => end(sentence || "You left the game."),
  });
  $("ask").onsubmit = event => {
    event.preventDefault();
    if (!send({ i: answer.value })) return; // it can be sent once there is a connection
    typed = answer.value;
    answer.value = "";
  };
}

function end(sentence) { // says why, and offers to play again; what was read stays
  state.textContent = "";
  $("ask").hidden = true;
  $("start").hidden = false;
  $("end").textContent = sentence;
  const again = $(isGuest ? "guest" : "begin");
  again.textContent = isGuest ? "Play again as a guest" : "Play again";
  if (isGuest) again.onclick = event => { event.preventDefault(); location.reload(); };
  again.focus();
}

if (location.hash === "#play" && (isGuest || $("lines").dataset.key === "yes")) play();
