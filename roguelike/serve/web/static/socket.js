// A WebSocket that connects again when it is lost: at growing intervals, and when the page is looked at again.
const FIRST = 500, LONGEST = 30000; // milliseconds

export function connect(path, { opened, taken, lost, ended }) {
  let wait = FIRST, socket, waiting = 0, over = false;
  const open = () => {
    clearTimeout(waiting);
    waiting = 0;
    over = false;
    socket = new WebSocket(location.origin.replace("http", "ws") + path(), "roguelike.1");
    socket.onopen = () => opened?.();
    socket.onmessage = ({ data }) => {
      wait = FIRST;
      const message = JSON.parse(data);
      if (!message.end) return taken(message);
      over = true;
      const again = ended?.(message.say || "", message.next); // milliseconds to the next attempt, if any
      if (again) waiting = setTimeout(() => document.hidden || open(), again);
    };
    socket.onclose = () => {
      if (over) return;
      lost?.(`Retrying in ${Math.ceil(wait / 1000)} s.`);
      waiting = setTimeout(open, wait * (1 + Math.random()) / 2); // not all at the same moment
      wait = Math.min(2 * wait, LONGEST);
    };
  };
  const now = () => { if (waiting && !document.hidden) open(); };
  document.addEventListener("visibilitychange", now);
  addEventListener("online", now);
  open();
  const send = message => { // false where it could not be sent
    const isReady = socket.readyState === 1 && socket.bufferedAmount < 4096;
    if (isReady) socket.send(JSON.stringify(message));
    return isReady;
  };
  send.close = () => {
    over = true;
    clearTimeout(waiting);
    waiting = 0;
    socket.close();
  };
  return send;
}
