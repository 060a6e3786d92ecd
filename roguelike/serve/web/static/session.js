// A player's session, in the grid or in lines: how it begins, what the header says of it, and how it ends.
import { $ } from "{{grid.js}}";
import { connect } from "{{socket.js}}";

export const isGuest = new URLSearchParams(location.search).has("guest");
const start = $("start"), state = $("state"), say = text => { if (state.textContent !== text) state.textContent = text; };

export function open(path, elements, focus, taken) { // `elements` are there while it lasts
  const show = isOn => { start.hidden = isOn; for (const each of elements) each.hidden = !isOn; };
  const again = $(isGuest ? "guest" : "begin");
  let times = 0;
  show(true);
  return connect(() => path(times || sessionStorage.playing), { // one that is loaded again goes on with the game at once
    opened: () => { sessionStorage.playing = "yes"; if (!times++) focus.focus(); say("Playing"); },
    taken: message => { say(message.say || "Playing"); taken(message); },
    lost: next => say(`Connection lost${isGuest ? "" : "; your game is saved"}. ${next}`),
    ended: sentence => { // says why, and offers to play again
      delete sessionStorage.playing;
      show(false);
      document.body.className = "";
      say("");
      $("end").textContent = sentence || "You left the game.";
      again.textContent = isGuest ? "Play again as a guest" : "Play again";
      if (isGuest) again.onclick = event => { event.preventDefault(); location.reload(); };
      again.focus();
    },
  });
}

export const isBegun = () => location.hash === "#play" && (isGuest || start.dataset.key === "yes");
