/** Talking with the server: what there is to play, new tables, and one's seat at a table. */

const API = "/api/v1";
const SOONEST_MS = 300; // after which a lost connection is tried again; twice as long each time
const LATEST_MS = 5000;

/** Why the server closes a connection for good. */
const FINAL = { 4000: "ended", 4001: "taken", 4003: "unknown" };

/** What was asked for and not given. `status` is that of HTTP, 0 where the server could not be reached. */
export class Refused extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The games, with their options and bots. */
export async function offers() {
  return (await asked(`${API}/games`)).games;
}

/** Make a table: its name, and the token of each person's seat. */
export function makeTable(wanted) {
  const body = JSON.stringify(wanted);
  return asked(`${API}/tables`, { method: "POST", body, headers: { "content-type": "application/json" } });
}

/** The drawings of a game: an `svg` element with a symbol for each. */
export async function drawings(game) {
  const text = await (await reached(`${API}/games/${game}/symbols.svg`)).text();
  return document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
}

async function asked(url, options) {
  return (await reached(url, options)).json();
}

async function reached(url, options) {
  const answer = await fetch(url, options).catch((error) => {
    throw new Refused(0, error.message);
  });
  if (answer.ok) return answer;
  const { detail } = await answer.json().catch(() => ({ detail: answer.statusText }));
  throw new Refused(answer.status, Array.isArray(detail) ? detail.map(({ msg }) => msg).join("; ") : detail);
}

/**
 * One's seat at a table, joined again whenever the connection is lost.
 *
 * @param place `{table, token}`
 * @param language that the table is told in besides
 * @param heard called with each message
 * @param changed called with "open", "lost", or why it is over: "ended", "taken", "unknown"
 */
export function takeSeat(place, language, heard, changed) {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const url = `${scheme}//${location.host}${API}/tables/${encodeURIComponent(place.table)}`;
  let socket = null;
  let timer = null;
  let wait = SOONEST_MS;

  function join() {
    clearTimeout(timer);
    socket = new WebSocket(url);
    socket.onopen = () => send({ event: "join", token: place.token, language });
    socket.onmessage = ({ data }) => {
      if (wait) changed("open");
      wait = 0;
      heard(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (FINAL[code]) return changed(FINAL[code]);
      changed("lost");
      wait = Math.min(LATEST_MS, 2 * wait || SOONEST_MS);
      timer = setTimeout(join, wait);
    };
  }

  function hurry() {
    if (socket.readyState === WebSocket.CLOSED && wait && document.visibilityState === "visible") join();
  }

  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  function leave() {
    document.removeEventListener("visibilitychange", hurry);
    window.removeEventListener("online", hurry);
    clearTimeout(timer);
    socket.onclose = socket.onmessage = null;
    socket.close();
  }

  document.addEventListener("visibilitychange", hurry);
  window.addEventListener("online", hurry);
  join();
  return {
    send,
    leave,
    speak(other) {
      language = other;
      send({ event: "look", language });
    },
  };
}
