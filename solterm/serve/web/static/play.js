// The terminal of a browser. The protocol is in terminal.py.

import { FitAddon } from "./addon-fit.mjs";
import { Terminal } from "./xterm.mjs";

const OVER = 1000, FAILED = 4001, RESTARTING = 1012;
const LARGEST_FONT = 16, SMALLEST_FONT = 9;
const ROOMY = { cols: 80, rows: 24 }, TIGHT = { cols: 60, rows: 20 };
const ROOMY_FONT = 12;  // smaller than this, a tight table is better
const LONGEST_PIECE = 4096;
const LONGEST_WAIT = 10;
const KEYS = {
  Escape: "\x1b", Tab: "\t", Enter: "\r", u: "u", h: "h",
  F1: "\x1bOP", F2: "\x1bOQ", F3: "\x1bOR", F4: "\x1bOS", F5: "\x1b[15~",
  F6: "\x1b[17~", F7: "\x1b[18~", F8: "\x1b[19~", F9: "\x1b[20~", F10: "\x1b[21~",
};
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
const [sentence, again] = notice.children;
const turn = document.querySelector("#turn");
const isTouch = matchMedia("(pointer: coarse)");

function say(text, mayPlayAgain = false) {
  sentence.textContent = text;
  again.hidden = !mayPlayAgain;
  notice.hidden = !text;
}

function isFit({ cols, rows }) {
  const { cols: width, rows: height } = fit.proposeDimensions();
  return width >= cols && height >= rows;
}

// Takes the largest font with which the table has room.
function fitFont() {
  let size = LARGEST_FONT;
  terminal.options.fontSize = size;
  while (size > SMALLEST_FONT && !isFit(size >= ROOMY_FONT ? ROOMY : TIGHT)) {
    size -= 0.5;
    terminal.options.fontSize = size;
  }
  fit.fit();
  const isUpright = innerHeight > innerWidth;
  turn.hidden = !(isTouch.matches && isUpright && terminal.cols < TIGHT.cols);
}

const terminal = new Terminal({
  fontFamily: "solterm, monospace",
  fontSize: 16,
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
  const opened = new WebSocket(new URL("socket" + location.search, location));
  let read = 0;
  socket = opened;
  told = "";
  opened.binaryType = "arraybuffer";
  opened.onopen = () => {
    wait = 0;
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
    });
  };
  opened.onclose = ({ code }) => {
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
  send(arrow ? mode + arrow : KEYS[key]);
}

await Promise.all(["16px solterm", "bold 16px solterm"].map((font) => document.fonts.load(font)));
terminal.loadAddon(fit);
terminal.open(document.querySelector("#terminal"));
terminal.onData(send);
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
