"use strict";
// The texts side by side. Only the rows in sight are in the document, so that long texts cost what short ones do.
(() => {
  const ROW = 18, MARGIN = 12;
  const $ = id => document.getElementById(id);
  const make = (tag, name, text) => {
    const node = document.createElement(tag);
    if (name) node.className = name;
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const texts = JSON.parse($("data").textContent);
  texts.forEach((text, i) => { if (text.same) text.as = texts[i - 1].as || texts[i - 1]; });
  // A text with what is worked out of it, once it is to be seen.
  function open(text) {
    if (text.lines) return text;
    if (text.as) return Object.assign(text, {...open(text.as), name: text.name, same: true});
    text.lines = text.text.split("\n");
    if (text.lines[text.lines.length - 1] === "") text.lines.pop();
    // From each number to the first line that stands for it.
    text.first = new Map();
    text.keys.forEach((keys, line) => {
      for (const key of listed(keys)) if (!text.first.has(key)) text.first.set(key, line);
    });
    text.folded = new Set(text.folds.filter(fold => fold[2]).map(fold => fold[0]));
    text.folds = new Map(text.folds.map(([first, last]) => [first, last]));
    text.faults = new Map(text.faults);
    text.longest = text.lines.reduce((most, line) => Math.max(most, line.length), 0);
    return text;
  }
  // As the search sees it.
  const lower = text => text.lower ??= text.lines.map(line => line.toLowerCase());
  const listed = keys => !keys ? [] : Array.isArray(keys) ? keys : [keys];
  const keysOf = (text, line) => listed(text.keys[line]);
  // The first line that stands for one of them.
  const firstOf = (text, keys) => {
    let first;
    for (const key of keys) {
      const line = text.first.get(key);
      if (line !== undefined && !(line >= first)) first = line;
    }
    return first;
  };
  const alike = (a, b) => a.length === b.length && a.every((key, i) => key === b[i]);

  // What is under the pointer or the cursor, and what a click keeps: numbers, as lists and as sets.
  let lit = [], pinned = [], litSet = new Set(), pinnedSet = new Set();
  const panes = [];
  // Comments are told apart by language; the rest is alike enough.
  const COMMENT = {HLSL: /\/\/.*$/, DXIL: / ; .*$/, IR: / ; .*$/, "SPIR-V": /^; .*$/};
  const TOKEN = /("(?:[^"\\]|\\.)*")|([%@$!][\w.?@$]+|\bbb\d+\b|\bfunc\d+\b)|(\bOp[A-Z]\w*|\b(?:call|br|ret|phi|load|store|select|switch|define|declare|function|if|else|for|while|return|struct|condbr|selection_merge|loop_merge|float[1-4]?|u?int[1-4]?)\b)|(-?\b\d[\w.+]*\b)/g;
  const CLASSES = [null, "s", "id", "op", "n"];

  function paint(into, code, column) {
    const comment = code.match(COMMENT[column]);
    const rest = comment ? comment[0] : "";
    if (rest) code = code.slice(0, comment.index);
    let at = 0;
    for (const match of code.matchAll(TOKEN)) {
      if (match.index > at) into.append(code.slice(at, match.index));
      const kind = CLASSES.findIndex((name, i) => i > 0 && match[i] !== undefined);
      into.append(make("span", CLASSES[kind], match[0]));
      at = match.index + match[0].length;
    }
    if (at < code.length) into.append(code.slice(at));
    if (rest) into.append(make("span", "c", rest));
  }

  class Pane {
    constructor(column) {
      this.column = column;
      this.texts = texts.filter(text => text.column === column);
      this.text = open(this.texts[this.texts.length - 1]);
      this.cursor = 0;
      this.hits = new Set();
      // The rows in sight by line, and the name in them that the pointer is on.
      this.inSight = new Map();
      this.named = undefined;
      this.root = make("div", "pane");
      this.root.dataset.column = column;
      const head = make("div", "head");
      const title = make("button", "", column);
      title.title = "Show or hide";
      title.setAttribute("aria-pressed", "true");
      title.onclick = () => {
        const narrow = this.root.classList.toggle("narrow");
        title.setAttribute("aria-pressed", String(!narrow));
        panes.forEach(pane => pane.draw());
      };
      head.append(title);
      if (this.texts.length > 1) {
        this.choice = make("select");
        this.choice.setAttribute("aria-label", "After which step");
        this.texts.forEach((text, i) => {
          const option = make("option", "", text.name + (text.same ? " (no change)" : ""));
          option.value = i;
          this.choice.append(option);
        });
        this.choice.value = this.texts.length - 1;
        this.choice.onchange = () => this.choose(+this.choice.value);
        head.append(this.choice);
      }
      this.note = make("small");
      head.append(this.note);
      this.scroll = make("div", "scroll");
      this.scroll.tabIndex = 0;
      this.scroll.setAttribute("role", "region");
      this.scroll.setAttribute("aria-label", column);
      this.rows = make("div", "rows");
      this.scroll.append(this.rows);
      this.root.append(head, this.scroll);
      let waiting = false;
      this.scroll.addEventListener("scroll", () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => { waiting = false; this.draw(); });
      }, {passive: true});
      const lineAt = event => {
        const row = event.target.closest(".row");
        return row ? +row.dataset.line : undefined;
      };
      this.rows.addEventListener("mouseover", event => {
        const line = lineAt(event);
        if (line !== undefined) light(keysOf(this.text, line));
        const id = event.target.closest(".id");
        this.name(id ? id.textContent : undefined);
      });
      this.rows.addEventListener("mouseleave", () => { light([]); this.name(undefined); });
      this.rows.addEventListener("click", event => {
        const line = lineAt(event);
        if (line === undefined) return;
        this.cursor = line;
        if (event.target.closest(".fold")) this.toggle(line); else pin(this, line);
      });
      this.scroll.addEventListener("keydown", event => this.key(event));
      this.fill();
    }
    // Which lines are not folded away, and where each is.
    fill() {
      const text = this.text;
      this.shown = [];
      for (let line = 0; line < text.lines.length; line++) {
        this.shown.push(line);
        if (text.folded.has(line)) line = text.folds.get(line);
      }
      this.place = new Map(this.shown.map((line, i) => [line, i]));
      this.rows.style.height = this.shown.length * ROW + "px";
      this.rows.style.width = Math.min(text.longest, 2000) + 12 + "ch";
      this.rows.style.font = '12px/18px ui-monospace, "DejaVu Sans Mono", monospace';
      this.note.textContent = text.note;
      this.inSight.clear();
      this.draw();
    }
    choose(i) {
      const to = Math.max(0, Math.min(this.texts.length - 1, i));
      if (this.texts[to] === this.text) return;
      const keep = keysOf(this.text, this.cursor);
      this.text = open(this.texts[to]);
      if (this.choice) this.choice.value = to;
      this.cursor = 0;
      this.fill();
      // Lines that were found are those of the text before.
      if ($("search").value) search();
      const line = firstOf(this.text, keep.length ? keep : pinned);
      if (line !== undefined) this.reveal(line);
    }
    // Marks what is in sight, and touches nothing else: no row is made anew under the pointer.
    mark() {
      for (const [line, row] of this.inSight) {
        const name = this.names(line);
        if (row.className !== name) row.className = name;
      }
    }
    // Marks a name wherever it is in sight.
    name(name) {
      if (name === this.named) return;
      this.named = name;
      for (const row of this.inSight.values()) this.markNames(row);
    }
    markNames(row) {
      for (const id of row.querySelectorAll(".id")) {
        const same = id.textContent === this.named;
        if (same !== id.classList.contains("same")) id.classList.toggle("same", same);
      }
    }
    draw() {
      const top = Math.max(0, Math.floor(this.scroll.scrollTop / ROW) - MARGIN);
      const end = Math.min(this.shown.length, top + Math.ceil(Math.max(this.scroll.clientHeight, 600) / ROW) + 2 * MARGIN);
      const before = this.inSight;
      this.inSight = new Map();
      for (let i = top; i < end; i++) {
        const line = this.shown[i];
        this.inSight.set(line, before.get(line) || this.row(line, i));
      }
      // What stays in sight stays in the document.
      const kept = new Set(this.inSight.values());
      for (const row of [...this.rows.children]) if (!kept.has(row)) row.remove();
      let at = this.rows.firstChild;
      for (const row of kept) {
        if (row === at) at = at.nextSibling; else this.rows.insertBefore(row, at);
      }
      this.mark();
    }
    names(line) {
      const text = this.text, keys = keysOf(text, line);
      let names = "row";
      if (keys.length) names += " keyed";
      if (litSet.size && keys.some(key => litSet.has(key))) names += " lit";
      if (pinnedSet.size && keys.some(key => pinnedSet.has(key))) names += " pin";
      if (this.hits.has(line)) names += " hit";
      if (this.cursor === line) names += " cursor";
      if (text.faults.has(line)) names += " fault";
      return names;
    }
    row(line, i) {
      const text = this.text;
      const row = make("div");
      row.dataset.line = line;
      row.style.top = i * ROW + "px";
      const folds = text.folds.has(line), folded = text.folded.has(line);
      row.append(make("span", "num", line + 1), make("span", "fold", folds ? (folded ? "▸" : "▾") : ""));
      paint(row, text.lines[line].slice(0, 2000), this.column);
      if (folded) row.append(make("span", "more", ` … ${text.folds.get(line) - line} lines`));
      if (text.faults.has(line)) row.append(make("span", "why", "   ← " + text.faults.get(line)));
      if (this.named !== undefined) this.markNames(row);
      return row;
    }
    toggle(line) {
      if (!this.text.folds.has(line)) return;
      if (!this.text.folded.delete(line)) this.text.folded.add(line);
      this.fill();
    }
    all() {
      const folded = this.text.folded;
      if (folded.size) folded.clear(); else for (const line of this.text.folds.keys()) folded.add(line);
      this.fill();
      this.reveal(this.cursor);
    }
    // Brings a line into sight, whatever is folded around it.
    reveal(line) {
      let opened = false;
      for (const first of [...this.text.folded]) {
        if (first < line && line <= this.text.folds.get(first)) opened = this.text.folded.delete(first) || opened;
      }
      if (opened) this.fill();
      const y = (this.place.get(line) || 0) * ROW, scroll = this.scroll;
      if (y < scroll.scrollTop + ROW || y > scroll.scrollTop + scroll.clientHeight - 2 * ROW) {
        scroll.scrollTop = Math.max(0, y - scroll.clientHeight / 3);
      }
      this.draw();
    }
    move(by) {
      const at = Math.max(0, Math.min(this.shown.length - 1, (this.place.get(this.cursor) || 0) + by));
      this.cursor = this.shown[at];
      light(keysOf(this.text, this.cursor));
      this.reveal(this.cursor);
    }
    key(event) {
      const page = Math.max(1, Math.floor(this.scroll.clientHeight / ROW) - 2);
      const keys = {
        ArrowDown: () => this.move(1), ArrowUp: () => this.move(-1), j: () => this.move(1), k: () => this.move(-1),
        PageDown: () => this.move(page), PageUp: () => this.move(-page),
        Home: () => this.move(-1e9), End: () => this.move(1e9),
        Enter: () => pin(this, this.cursor), " ": () => this.toggle(this.cursor),
        f: () => this.toggle(this.cursor), F: () => this.all(),
        ArrowRight: () => focus(this, 1), ArrowLeft: () => focus(this, -1), l: () => focus(this, 1), h: () => focus(this, -1),
      };
      if (!event.ctrlKey && !event.metaKey && !event.altKey && keys[event.key]) {
        event.preventDefault();
        event.stopPropagation();
        keys[event.key]();
      }
    }
  }

  function focus(from, by) {
    const open = panes.filter(pane => !pane.root.classList.contains("narrow"));
    const next = open[open.indexOf(from) + by];
    if (next) next.scroll.focus({preventScroll: true});
  }
  function light(keys) {
    if (alike(keys, lit)) return;
    lit = keys;
    litSet = new Set(keys);
    for (const pane of panes) pane.mark();
  }
  // Keeps what belongs to a line, and brings it into sight in the other columns. A second time lets go.
  function pin(of, line) {
    const keys = keysOf(of.text, line);
    const again = alike(keys, pinned);
    hold(again ? [] : keys, of);
    of.reveal(line);
    const name = of.column + ":" + of.text.name + ":" + (line + 1);
    history.replaceState(null, "", again ? "#" : "#" + encodeURIComponent(name));
  }
  function hold(keys, except) {
    pinned = keys;
    pinnedSet = new Set(keys);
    for (const pane of panes) {
      pane.mark();
      const first = pane === except ? undefined : firstOf(pane.text, keys);
      if (first === undefined) continue;
      pane.cursor = first;
      pane.reveal(first);
    }
  }

  // ---- views
  const tabs = [...document.querySelectorAll("[data-view]")];
  function show(view) {
    for (const tab of tabs) {
      const own = tab.dataset.view === view;
      tab.setAttribute("aria-selected", String(own));
      $(tab.dataset.view).hidden = !own;
    }
    if (view === "code") panes.forEach(pane => pane.draw());
    if (view === "flow") center();
  }
  // Pictures begin where the function does, which may be far from their left edge.
  let centered = false;
  function center() {
    if (centered) return;
    centered = true;
    for (const box of document.querySelectorAll(".pictures > div")) {
      const block = box.querySelector(".block");
      if (!block) continue;
      const {left, width} = block.getBoundingClientRect();
      box.scrollLeft += left + width / 2 - box.getBoundingClientRect().left - box.clientWidth / 2;
    }
  }
  tabs.forEach(tab => tab.addEventListener("click", () => show(tab.dataset.view)));

  // ---- search
  let hits = [], hit = -1;
  function search() {
    const wanted = $("search").value.toLowerCase();
    hits = []; hit = -1;
    for (const pane of panes) {
      pane.hits = new Set();
      if (wanted) lower(pane.text).forEach((line, i) => {
        if (line.includes(wanted)) { hits.push([pane, i]); pane.hits.add(i); }
      });
      pane.mark();
    }
    $("found").textContent = wanted ? hits.length + " lines" : "";
  }
  function next(by) {
    if (!hits.length) return;
    hit = (hit + by + hits.length) % hits.length;
    const [pane, line] = hits[hit];
    show("code");
    pane.cursor = line;
    pane.reveal(line);
    $("found").textContent = (hit + 1) + " of " + hits.length;
  }
  $("search").addEventListener("input", search);
  $("search").addEventListener("keydown", event => {
    event.stopPropagation();
    if (event.key === "Enter") next(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") { $("search").value = ""; search(); $("search").blur(); }
  });

  // ---- pictures and tables
  function activate(selector, act) {
    for (const node of document.querySelectorAll(selector)) {
      node.addEventListener("click", () => act(node));
      node.addEventListener("keydown", event => { if (event.key === "Enter") act(node); });
    }
  }
  activate(".block", node => {
    const pane = panes.find(pane => pane.texts.some(text => text.name === node.dataset.text));
    if (!pane) return;
    pane.choose(pane.texts.findIndex(text => text.name === node.dataset.text));
    const line = pane.text.labels[node.dataset.label];
    if (line === undefined) return;
    show("code");
    const last = pane.text.folds.get(line) ?? line;
    const keys = new Set();
    for (let i = line; i <= last; i++) keysOf(pane.text, i).forEach(key => keys.add(key));
    pane.cursor = line;
    hold([...keys], pane);
    pane.reveal(line);
  });
  const blocks = document.querySelectorAll(".block"), labelled = new Map();
  for (const node of blocks) {
    const label = node.dataset.label;
    if (labelled.has(label)) labelled.get(label).push(node); else labelled.set(label, [node]);
  }
  for (const node of blocks) {
    const mark = on => labelled.get(node.dataset.label).forEach(other => other.classList.toggle("same", on));
    node.addEventListener("mouseenter", () => mark(true));
    node.addEventListener("mouseleave", () => mark(false));
  }
  activate("[data-key]", node => { show("code"); hold([+node.dataset.key]); });

  // ---- keys of the page
  const KEYS = [
    ["1 … 6", "views"], ["/", "search; Enter and Shift+Enter go on, Escape ends"], ["n N", "next and previous line found"],
    ["↑ ↓ j k", "line"], ["← → h l", "column"], ["Enter", "keep what belongs together; again lets go"],
    ["Space f", "fold"], ["F", "fold or unfold all"], ["[ ]", "step of the IR before, after"], ["t", "dark or light"], ["Escape", "let go"],
  ];
  function help() {
    const dialog = $("keys");
    const table = make("table");
    for (const [key, what] of KEYS) {
      const row = make("tr"), cell = make("td");
      cell.append(make("kbd", "", key));
      row.append(cell, make("td", "", what));
      table.append(row);
    }
    dialog.replaceChildren(table);
    dialog.showModal();
  }
  function theme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  }
  $("help").onclick = help;
  $("theme").onclick = theme;
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
    if (event.target.closest && event.target.closest("select, input")) return;
    const step = by => {
      const pane = panes.find(pane => pane.texts.length > 1);
      if (pane) pane.choose(pane.texts.indexOf(pane.text) + by);
    };
    const keys = {
      "/": () => { $("search").focus(); $("search").select(); }, n: () => next(1), N: () => next(-1),
      "[": () => step(-1), "]": () => step(1), t: theme, "?": help, Escape: () => { hold([]); light([]); },
    };
    const act = tabs[+event.key - 1] ? () => show(tabs[+event.key - 1].dataset.view) : keys[event.key];
    if (act) { event.preventDefault(); act(); }
  });

  for (const column of ["HLSL", "DXIL", "IR", "SPIR-V"]) {
    if (texts.some(text => text.column === column)) {
      const pane = new Pane(column);
      panes.push(pane);
      $("code").append(pane.root);
    }
  }
  panes.forEach(pane => {
    pane.draw();
    const faults = [...pane.text.faults.keys()];
    if (faults.length) { pane.cursor = faults[0]; pane.reveal(faults[0]); }
  });
  // Of the window, and where columns come and go.
  const sizes = new ResizeObserver(() => panes.forEach(pane => pane.draw()));
  panes.forEach(pane => sizes.observe(pane.scroll));

  // A link to a line, or to a view: #SPIR-V:SPIR-V:120, #flow.
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (tabs.some(tab => tab.dataset.view === wanted)) show(wanted);
  const [column, name, line] = wanted.split(":");
  const pane = panes.find(pane => pane.column === column);
  if (pane && +line > 0) {
    pane.choose(pane.texts.findIndex(text => text.name === name));
    pane.cursor = +line - 1;
    hold(keysOf(pane.text, pane.cursor), pane);
    pane.reveal(pane.cursor);
  }
  document.documentElement.dataset.ready = "true";
})();
