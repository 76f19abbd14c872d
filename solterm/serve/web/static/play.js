// The terminal of a browser. The protocol is in terminal.py.

import { FitAddon } from "./addon-fit.mjs";
import { Terminal } from "./xterm.mjs";

const OVER = 1000, FAILED = 4001, RESTARTING = 1012;
const LARGEST_FONT = 40, USUAL_FONT = 16, ROOMY_FONT = 12, SMALLEST_FONT = 9;
// The cells that the table gets at least: with a font larger than the usual one, one as large as
// ROOMY_FONT, and a smaller one.
const WIDE = { cols: 120, rows: 34 }, ROOMY = { cols: 80, rows: 24 }, TIGHT = { cols: 60, rows: 20 };
const LONGEST_PIECE = 4096;
const LONGEST_WAIT = 10;
const KEYS = {
  Escape: "\x1b", Tab: "\t", Enter: "\r",
  F1: "\x1bOP", F2: "\x1bOQ", F3: "\x1bOR", F4: "\x1bOS", F5: "\x1b[15~",
  F6: "\x1b[17~", F7: "\x1b[18~", F8: "\x1b[19~", F9: "\x1b[20~", F10: "\x1b[21~",
};
const TITLE = document.title;
// The colours of a VGA, which the program's own were chosen for.
const COLOURS = {
  black: "#000000", red: "#aa0000", green: "#00aa00", yellow: "#aa5500",
  blue: "#0000aa", magenta: "#aa00aa", cyan: "#00aaaa", white: "#aaaaaa",
  brightBlack: "#555555", brightRed: "#ff5555", brightGreen: "#55ff55", brightYellow: "#ffff55",
  brightBlue: "#5555ff", brightMagenta: "#ff55ff", brightCyan: "#55ffff", brightWhite: "#ffffff",
};
const ARROWS = { Up: "A", Down: "B", Right: "C", Left: "D" };

// xterm.js makes style elements. The page's policy admits them with its nonce only.
const { nonce } = document.querySelector("link[nonce]");
const createElement = document.createElement.bind(document);
document.createElement = (name, options) => {
  const element = createElement(name, options);
  if (name === "style") element.nonce = nonce;
  return element;
};

const notice = document.querySelector("#notice");
const [sentence, again, home] = notice.children;
const leave = document.querySelector("#leave");
const turn = document.querySelector("#turn");
const edges = document.querySelector("meta[name=theme-color]");
const isTouch = matchMedia("(pointer: coarse)");

function say(text, mayPlayAgain = false) {
  sentence.textContent = text;
  again.hidden = home.hidden = !mayPlayAgain;
  notice.hidden = !text;
}

function isFit(size) {
  terminal.options.fontSize = size;
  const need = size > USUAL_FONT ? WIDE : size >= ROOMY_FONT ? ROOMY : TIGHT;
  const { cols, rows } = fit.proposeDimensions();
  return cols >= need.cols && rows >= need.rows;
}

// Takes the largest font with which the table has room.
function fitFont() {
  terminal.options.fontSize = USUAL_FONT;
  const { cols, rows } = fit.proposeDimensions();
  const estimate = USUAL_FONT * Math.min((cols + 1) / WIDE.cols, (rows + 1) / WIDE.rows);
  let size = Math.min(Math.max(USUAL_FONT, Math.ceil(estimate)), LARGEST_FONT);
  while (!isFit(size) && size > SMALLEST_FONT) size -= 0.5;
  fit.fit();
  const isUpright = innerHeight > innerWidth;
  turn.hidden = !(isTouch.matches && isUpright && terminal.cols < TIGHT.cols);
}

const terminal = new Terminal({
  fontFamily: "monospace",
  fontSize: USUAL_FONT,
  scrollback: 0,
  theme: COLOURS,
  macOptionIsMeta: true,
});
const fit = new FitAddon();
const encoder = new TextEncoder();
let socket = null;
let told = "";
let wait = 0;
let timer = 0;

function connect() {
  clearTimeout(timer);
  const address = new URL("socket" + location.search, location);
  address.searchParams.set("zone", Intl.DateTimeFormat().resolvedOptions().timeZone);
  const opened = new WebSocket(address);
  let read = 0, isOpen = false;
  socket = opened;
  told = "";
  opened.binaryType = "arraybuffer";
  opened.onopen = () => {
    wait = 0;
    isOpen = true;
    dropDeal();
    terminal.reset();
    say("");
    sendSize();
  };
  opened.onmessage = ({ data }) => {
    if (typeof data === "string") {
      told = data;
      return;
    }
    terminal.write(new Uint8Array(data), () => {
      read += data.byteLength;
      tell({ read });
      colourEdges();
    });
  };
  opened.onclose = async ({ code }) => {
    // A script learns nothing of a refused socket: another request tells.
    const refusal = isOpen ? "" : await askWhy(address);
    if (refusal) {
      say(refusal, true);
      return;
    }
    if (code === OVER || code === FAILED) {
      say(told || "The session is over.", true);
      again.focus();
      return;
    }
    wait = Math.min(2 * wait + 1, LONGEST_WAIT);
    const what = code === RESTARTING ? "The host is restarting." : "The connection was lost.";
    say(`${what} Trying again in ${wait} s ...`);
    timer = setTimeout(connect, 1000 * wait);
  };
}

// Returns why the host refuses the page's socket, and will again; empty for any other fault.
async function askWhy(address) {
  try {
    const answer = await fetch(address, { method: "POST" });
    return answer.status === 403 ? await answer.text() : "";
  } catch {
    return "";
  }
}

// A session that comes back goes on with its game: only the first one deals what a link names.
function dropDeal() {
  const here = new URL(location);
  here.searchParams.delete("deal");
  history.replaceState(null, "", here);
}

function tell(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
}

function sendSize() {
  tell({ columns: terminal.cols, rows: terminal.rows });
}

function send(text) {
  if (socket?.readyState !== WebSocket.OPEN) return;
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += LONGEST_PIECE) {
    socket.send(bytes.subarray(at, at + LONGEST_PIECE));
  }
}

// Gives the window around the cells the colour of the table, below what opens in the first row.
function colourEdges() {
  const cell = terminal.buffer.active.getLine(2)?.getCell(0);
  if (!cell) return;
  const number = cell.isInverse() ? cell.getFgColor() : cell.getBgColor();
  const isRgb = cell.isInverse() ? cell.isFgRGB() : cell.isBgRGB();
  const isIndex = cell.isInverse() ? cell.isFgPalette() : cell.isBgPalette();
  const colour = isRgb ? hex(number) : isIndex ? indexed(number) : COLOURS.black;
  if (edges.content === colour) return;
  edges.content = colour;
  document.body.style.background = colour;
}

function hex(number) {
  return "#" + number.toString(16).padStart(6, "0");
}

// Returns a colour of the 256: the 16 named ones, a cube, and greys.
function indexed(number) {
  if (number < 16) return Object.values(COLOURS)[number];
  if (number >= 232) return hex(0x010101 * (8 + 10 * (number - 232)));
  const level = (step) => (step ? 55 + 40 * step : 0);
  const [red, green, blue] = [36, 6, 1].map((each) => level(Math.floor((number - 16) / each) % 6));
  return hex((red << 16) + (green << 8) + blue);
}

// Takes what the program copies (OSC 52); nothing may read the clipboard.
function copy(told) {
  const [, coded] = told.split(";");
  try {
    const bytes = Uint8Array.from(atob(coded), (each) => each.charCodeAt(0));
    put(new TextDecoder().decode(bytes));
  } catch {
    // It was a question, or damaged.
  }
  return true;
}

// Browsers have the clipboard's interface for pages of https only.
async function put(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    terminal.focus();
  }
}

// On a touch screen the phone's keyboard opens only when it is asked for.
function toggleKeyboard(button) {
  const isOpen = terminal.textarea.inputMode === "none";
  terminal.textarea.inputMode = isOpen ? "text" : "none";
  button.setAttribute("aria-pressed", isOpen);
  terminal.blur();
  terminal.focus();
}

function press(key) {
  const arrow = ARROWS[key];
  const mode = terminal.modes.applicationCursorKeysMode ? "\x1bO" : "\x1b[";
  send(arrow ? mode + arrow : (KEYS[key] ?? key));
}

function ring() {
  const audio = new AudioContext();
  const tone = new OscillatorNode(audio, { frequency: 880 });
  tone.connect(new GainNode(audio, { gain: 0.1 })).connect(audio.destination);
  tone.onended = () => audio.close();
  tone.start();
  tone.stop(audio.currentTime + 0.15);
}

terminal.loadAddon(fit);
terminal.open(document.querySelector("#terminal"));
terminal.onData(send);
terminal.parser.registerOscHandler(52, copy);
// The program has no use for Ctrl+V, so the browser pastes; nor for Ctrl+Home, which leads back to
// the page, since a terminal takes all other keys.
terminal.attachCustomKeyEventHandler((event) => {
  if (!event.ctrlKey || event.altKey) return true;
  if (event.key === "Home") leave.querySelector("a").focus();
  return event.key !== "Home" && event.key.toLowerCase() !== "v";
});
terminal.textarea.ariaDescription = "Ctrl+Home leads back to the page.";
leave.querySelector("button").addEventListener("click", () => terminal.focus());
leave.addEventListener("keydown", (event) => {
  if (event.key === "Escape") terminal.focus();
});
// The program gives a title and rings for what its player should see.
terminal.onTitleChange((title) => {
  document.title = (document.hidden && title) || TITLE;
});
terminal.onBell(() => {
  if (document.hidden) ring();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) document.title = TITLE;
});
terminal.onResize(sendSize);
new ResizeObserver(fitFont).observe(document.querySelector("#terminal"));
for (const button of document.querySelectorAll("[data-key]")) {
  // The terminal keeps the focus, so that a phone's keyboard neither opens nor closes.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  button.addEventListener("click", () => {
    if (button.dataset.key === "Keyboard") toggleKeyboard(button);
    else press(button.dataset.key);
  });
}
again.addEventListener("click", () => {
  connect();
  terminal.focus();
});
window.addEventListener("online", () => {
  if (socket.readyState === WebSocket.CLOSED && again.hidden) connect();
});
if (isTouch.matches) terminal.textarea.inputMode = "none";
fitFont();
terminal.focus();
connect();
await Promise.all(["16px solterm", "bold 16px solterm"].map((font) => document.fonts.load(font)));
terminal.options.fontFamily = "solterm, monospace";
fitFont();
