// A WebSocket that connects again when it is lost, at growing intervals.
const FIRST = 500, LONGEST = 30000;

export function connect(path, { opened, taken, lost, ended }) {
  let wait = FIRST, socket, over = false;
  const open = () => {
    socket = new WebSocket(location.origin.replace("http", "ws") + path(), "roguelike.1");
    socket.onopen = () => { opened(); };
    socket.onmessage = ({ data }) => {
      wait = FIRST;
      const message = JSON.parse(data);
      if (message.end) { over = true; ended(message.end, message.say || ""); } else taken(message);
    };
    socket.onclose = () => {
      if (over) return;
      lost(wait);
      setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST);
    };
  };
  open();
  return message => socket.readyState === 1 && socket.bufferedAmount < 4096 && socket.send(JSON.stringify(message));
}
