// What phones lack: a bar of keys, and the keyboard of the screen.
const KEYS = [
  ["Esc", "Escape", "escape"], ["Tab", "Tab", "tab"], ["?", "Help", "?"], ["⏎", "Enter", "enter"],
  ["↖", "North-west", "home"], ["↑", "North", "up"], ["↗", "North-east", "page_up"],
  ["←", "West", "left"], ["·", "Wait", "center"], ["→", "East", "right"],
  ["↙", "South-west", "end"], ["↓", "South", "down"], ["↘", "South-east", "page_down"],
];
const LETTERS = { o: "one", i: "two", ">": "three" }; // that hints name most often
const TYPING = new Set(["escape", "tab", "enter", "left", "up", "down", "right", "keyboard"]); // beside a keyboard
const EMPTY = "\u00a0"; // so that Backspace has something to delete

export function touch(key) {
  const bar = document.getElementById("bar"), typed = document.getElementById("typed"), body = document.body;
  const add = (label, told, name, act) => {
    const button = Object.assign(document.createElement("button"), { textContent: label, onclick: act });
    button.setAttribute("aria-label", told);
    button.style.gridArea = name === "?" ? "help" : name;
    if (!TYPING.has(name)) button.className = "more";
    bar.append(button);
  };
  bar.addEventListener("mousedown", event => event.preventDefault()); // who types goes on typing
  for (const [label, told, name] of KEYS) add(label, told, name, () => key(name));
  for (const [char, place] of Object.entries(LETTERS)) add(char, `Key ${char}`, place, () => key(char));
  add("⌨", "Keyboard", "keyboard", () => document.activeElement === typed ? typed.blur() : typed.focus());
  let before = typed.value = EMPTY;
  const reset = () => before = typed.value = EMPTY;
  typed.onfocus = () => { reset(); body.classList.add("typing"); };
  typed.onblur = () => body.classList.remove("typing");
  typed.oninput = event => { // what has changed, since some keyboards replace the word that they compose
    const now = [...typed.value], old = [...before];
    let same = 0;
    while (same < old.length && now[same] === old[same]) same++;
    for (let gone = old.length - same; gone > 0; gone--) key("backspace");
    for (const char of now.slice(same)) key(char === EMPTY ? " " : char);
    before = typed.value;
    if (!event.isComposing && (now.length > 40 || !now.length)) reset();
  };
  typed.onkeydown = event => {
    if (event.key === "Enter" && !event.isComposing) { event.preventDefault(); reset(); key("enter"); }
  };
  const view = window.visualViewport;
  const follow = () => { // the part of the window that the keyboard leaves, unless the page is enlarged
    if (view.scale > 1.01) return;
    body.style.height = view.height + "px";
    body.style.top = view.offsetTop + "px";
  };
  view?.addEventListener("resize", follow);
  view?.addEventListener("scroll", follow);
  if (view) follow();
}
