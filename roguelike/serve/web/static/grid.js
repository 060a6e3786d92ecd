// The screen: cells painted on a canvas, so that no glyph of another font moves its neighbours.
const LINES = { "─": 10, "│": 5, "┌": 6, "┐": 12, "└": 3, "┘": 9, "├": 7, "┤": 13, "┬": 14, "┴": 11, "┼": 15 }; // up 1, right 2, down 4, left 8
const FONT = 'ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace';
export const $ = id => document.getElementById(id);
export const make = (kind, textContent) => Object.assign(document.createElement(kind), { textContent });
export const LEAST = 7; // pixels of a column that can be read
const color = number => "#" + number.toString(16).padStart(6, "0");

export function cellOf(pen, size) { // width and height of a cell of whole pixels, in a font of that size in pixels
  pen.font = `${size}px ${FONT}`;
  return [Math.round(pen.measureText("M").width), Math.round(size * 1.2)];
}

export function screen(room) { // the one grid of a page; where it is wider than its view, that follows the player
  const grid = new Grid($("grid"), room), view = $("view");
  let place = "";
  grid.onpaint = () => {
    if (!view || !grid.cursor || place === (place = String(grid.cursor))) return;
    view.scrollLeft = grid.cursor[0] * grid.cw / grid.ratio - view.clientWidth / 2;
  };
  addEventListener("resize", () => grid.fit());
  window.screenText = () => grid.text();
  return grid;
}

export class Grid {
  constructor(canvas, room) { // `room` returns the arguments of `measure`
    Object.assign(this, { canvas, room, pen: canvas.getContext("2d", { alpha: false }), looks: [], fields: [], w: 0, h: 0, cells: [], dirty: new Set(), cursor: null });
  }

  fit() {
    if (this.w) this.measure(...this.room(this));
  }

  measure(width, height, tallest = 0) { // the largest cells of whole pixels that fit into so many CSS pixels, up to `tallest` times as high as the font
    const ratio = this.ratio = devicePixelRatio || 1;
    let size = 40 * ratio | 0;
    do [this.cw, this.ch] = cellOf(this.pen, size);
    while ((this.cw * this.w > width * ratio || this.ch * this.h > height * ratio) && --size > 4);
    this.ch = Math.max(this.ch, Math.min(height * ratio / this.h, tallest * size) | 0);
    this.font = `${size}px ${FONT}`;
    this.canvas.width = this.cw * this.w;
    this.canvas.height = this.ch * this.h;
    this.canvas.style.width = this.canvas.width / ratio + "px";
    this.canvas.style.height = this.canvas.height / ratio + "px";
    this.dirty = new Set(this.cells.keys());
    this.draw();
  }

  take(m) { // a text of the protocol
    if (m.s) {
      [this.w, this.h] = m.s;
      this.cells = Array.from({ length: this.w * this.h }, () => [" ", -1]);
      this.cursor = null;
      this.fields = [];
      this.fit();
    }
    if (m.l) {
      const [first, ...looks] = m.l;
      this.looks.length = first;
      for (const [front, back, flags] of looks)
        this.looks.push(flags & 4 ? [color(back), color(front), flags] : [color(front), color(back), flags]);
    }
    const d = m.d || [];
    for (let i = 0; i < d.length; i += 4) {
      let at = d[i] * this.w + d[i + 1];
      for (const char of d[i + 2]) {
        if (at >= this.cells.length) break;
        this.cells[at] = [char, d[i + 3]];
        this.dirty.add(at++);
      }
    }
    if ("c" in m) {
      for (const place of [this.cursor, m.c]) if (place) this.dirty.add(place[1] * this.w + place[0]);
      this.cursor = m.c;
    }
    this.fields = m.f || this.fields; // the rows of fields to type into
    if (!m.more) this.draw();
  }

  draw() {
    this.due ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.due = 0;
    const { pen, cw, ch } = this;
    let font = "";
    pen.textBaseline = "middle";
    for (const at of this.dirty) {
      const [char, look] = this.cells[at], [front, back, flags] = this.looks[look] || ["#fff", "#000", 0];
      const x = at % this.w * cw, y = (at / this.w | 0) * ch;
      pen.fillStyle = back;
      pen.fillRect(x, y, cw, ch);
      if (char !== " " && !this.block(char, x, y, front)) {
        const next = (flags & 1 ? "bold " : "") + this.font;
        if (next !== font) pen.font = font = next; // setting it takes long
        if (char > "~") { pen.save(); pen.beginPath(); pen.rect(x, y, cw, ch); pen.clip(); }
        pen.fillStyle = front;
        pen.fillText(char, x, y + ch / 2, cw);
        if (char > "~") { pen.restore(); font = ""; }
      }
      if (flags & 2) { pen.fillStyle = front; pen.fillRect(x, y + ch - 2, cw, 1); }
    }
    this.dirty.clear();
    if (this.cursor) {
      const [x, y] = this.cursor;
      pen.strokeStyle = "#fff";
      pen.strokeRect(x * cw + .5, y * ch + .5, cw - 1, ch - 1);
    }
    this.onpaint?.();
  }

  block(char, x, y, front) { // bars and frames, in which glyphs would leave gaps
    const { pen, cw, ch } = this, n = char.charCodeAt(0), box = LINES[char], mx = cw >> 1, my = ch >> 1;
    pen.fillStyle = front;
    if (n > 0x2580 && n < 0x2589) {
      const high = Math.round(ch * (n - 0x2580) / 8);
      pen.fillRect(x, y + ch - high, cw, high);
      return true;
    }
    if (n > 0x2588 && n < 0x2590) {
      pen.fillRect(x, y, Math.round(cw * (0x2590 - n) / 8), ch);
      return true;
    }
    if (!box) return false;
    if (box & 1) pen.fillRect(x + mx, y, 1, my + 1);
    if (box & 2) pen.fillRect(x + mx, y + my, cw - mx, 1);
    if (box & 4) pen.fillRect(x + mx, y + my, 1, ch - my);
    if (box & 8) pen.fillRect(x, y + my, mx + 1, 1);
    return true;
  }

  at(event) { // the cell below the pointer
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * this.ratio / this.cw | 0, (event.clientY - box.top) * this.ratio / this.ch | 0];
  }

  text() { // the characters alone, a line a row
    const rows = Array.from({ length: this.h }, (_, y) => this.cells.slice(y * this.w, (y + 1) * this.w));
    return rows.map(row => row.map(cell => cell[0]).join("").trimEnd()).join("\n");
  }
}
