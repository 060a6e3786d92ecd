import { connect } from "{{socket.js}}";

const $ = id => document.getElementById(id), state = $("state"), log = $("log"), isGuest = location.search === "?guest";
const MOST = 400; // paragraphs that stay

function add(lines) {
  const part = document.createDocumentFragment();
  for (const line of lines) if (line.trim()) part.append(Object.assign(document.createElement("p"), { textContent: line }));
  log.append(part);
  while (log.childElementCount > MOST) log.firstChild.remove();
  $("ask").scrollIntoView({ block: "end" });
}

function play() {
  $("start").hidden = true;
  log.hidden = $("ask").hidden = false;
  const send = connect(() => "/socket/lines" + (isGuest ? "?guest" : ""), {
    opened: () => { state.textContent = "Playing"; $("answer").focus(); },
    taken: message => {
      add(message.t || (message.say ? [message.say] : []));
      if (message.q) $("question").textContent = message.q;
    },
    lost: wait => state.textContent = `Connection lost; no turn is. Next attempt in ${Math.ceil(wait / 1000)} s.`,
    ended: (_, sentence) => { state.textContent = sentence || "You left the game."; $("ask").hidden = true; $("start").hidden = false; },
  });
  $("ask").onsubmit = event => {
    event.preventDefault();
    send({ i: $("answer").value });
    $("answer").value = "";
  };
}

if (location.hash === "#play" && (isGuest || $("lines").dataset.key === "yes")) play();
