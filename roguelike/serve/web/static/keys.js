// Keys, named as the game has them; "" leaves a key to the browser.
const NAMES = {
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end",
  PageUp: "page_up", PageDown: "page_down", Enter: "enter", Escape: "escape", Tab: "tab",
  Backspace: "backspace", Delete: "delete", Insert: "insert", Clear: "center",
};
const SHIFTED = new Set(["up", "down", "left", "right", "home", "end", "page_up", "page_down", "tab"]);
const KEPT = "cvntwhijm"; // with Ctrl: the browser's, or what other keys send

export function named(event) {
  if (event.isComposing || event.altKey || event.metaKey) return "";
  const name = NAMES[event.key] || (/^F([1-5]|[7-9]|1[0-2])$/.test(event.key) ? event.key.toLowerCase() : "");
  if (name) return event.ctrlKey ? "" : event.shiftKey && SHIFTED.has(name) ? "shift_" + name : name;
  if (event.ctrlKey) return /^[a-z]$/.test(event.key) && !KEPT.includes(event.key) ? "ctrl_" + event.key : "";
  return [...event.key].length === 1 ? event.key : "";
}
