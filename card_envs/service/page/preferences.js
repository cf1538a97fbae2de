/** What this browser remembers: tastes for good, seats at tables as long as the tab is open. */

const TASTES = "sobremesa";
const SEATS = "sobremesa.seats";

export function taste(name) {
  return read(localStorage, TASTES)[name];
}

export function setTaste(name, value) {
  write(localStorage, TASTES, { ...read(localStorage, TASTES), [name]: value });
}

/** The seat one has at a table: `{token, invitations, order}`; undefined for none. */
export function seatAt(table) {
  return read(sessionStorage, SEATS)[table];
}

/** The table sat down at last. */
export function lastTable() {
  return Object.keys(read(sessionStorage, SEATS)).at(-1);
}

export function keepSeat(table, seat) {
  const { [table]: _, ...others } = read(sessionStorage, SEATS);
  write(sessionStorage, SEATS, { ...others, [table]: seat });
}

export function forgetSeat(table) {
  const { [table]: _, ...others } = read(sessionStorage, SEATS);
  write(sessionStorage, SEATS, others);
}

function read(storage, name) {
  try {
    return JSON.parse(storage.getItem(name)) ?? {};
  } catch {
    return {};
  }
}

function write(storage, name, value) {
  try {
    storage.setItem(name, JSON.stringify(value));
  } catch {
    // a browser that keeps nothing is played in all the same
  }
}
