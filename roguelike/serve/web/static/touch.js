// What phones lack: a bar of keys, and the keyboard of the screen.
import { $ } from "{{grid.js}}";

const EMPTY = "\u00a0"; // so that Backspace has something to delete

export function touch(key) {
  const bar = $("bar"), typed = $("typed"), body = document.body;
  bar.onmousedown = event => event.preventDefault(); // who types goes on typing
  for (const button of bar.children) {
    button.style.gridArea = button.name;
    button.onclick = () => key(button.value);
  }
  $("keyboard").onclick = () => document.activeElement === typed ? typed.blur() : typed.focus();
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
  const view = visualViewport;
  const follow = () => { // the part of the window that the keyboard leaves, unless the page is enlarged
    if (view.scale > 1.01) return;
    body.style.height = view.height + "px";
    body.style.top = view.offsetTop + "px";
  };
  view.onresize = view.onscroll = follow;
  follow();
}
