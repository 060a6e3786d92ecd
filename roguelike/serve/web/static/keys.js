// Keys, named as the game has them; "" leaves a key to the browser.
const NAMES = {
  F1: "f1",
  ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Home: "home", End: "end",
  PageUp: "page_up", PageDown: "page_down", Enter: "enter", Escape: "escape", Tab: "tab",
  Backspace: "backspace", Delete: "delete", Insert: "insert", Clear: "center",
};
const SHIFTED = new Set(["up", "down", "left", "right", "home", "end", "page_up", "page_down", "tab"]);
const KEPT = "cvntwrlhijm"; // with Ctrl: the browser's, or what other keys send
const IS_MAC = /Mac|iP/.test(navigator.platform);

export function named(event) {
  const char = [...event.key].length === 1 ? event.key : "";
  if (event.isComposing || event.metaKey) return "";
  if (event.getModifierState("AltGraph") || (IS_MAC && event.altKey && !event.ctrlKey)) return char; // such as @
  if (event.altKey) return "";
  const name = NAMES[event.key];
  if (name) return event.ctrlKey ? "" : event.shiftKey && SHIFTED.has(name) ? "shift_" + name : name;
  if (!event.ctrlKey) return char;
  const letter = event.key.toLowerCase(); // as Caps Lock has it
  return /^[a-z]$/.test(letter) && !event.shiftKey && !KEPT.includes(letter) ? "ctrl_" + letter : "";
}
