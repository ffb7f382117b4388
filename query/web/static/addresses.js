// The addresses of questions, and the answers that a tab keeps for them. What asks and shows is in page.js.
"use strict";

// Answers that Back and Forward lead to, by address, as they were left. They are gone with the page.
const answers = new Map();
let here = location.search;
let hasAsked = false;

function addressOf(asked) {
  return `?${new URLSearchParams([...new FormData(asked)].filter(([, value]) => value !== ""))}`;
}

// A question has an address, to reload and to pass on. The first one takes the place of the form that was empty.
function begin() {
  const address = addressOf(form);
  if (hasAsked && address !== here) {
    keep();
    history.pushState(null, "", `/${address}`);
  } else {
    history.replaceState(null, "", `/${address}`);
  }
  here = address;
  hasAsked = true;
  title();
}

function title() {
  document.title = `${byId("question").value} – bizrag`;
}

// Puts the answer away with the fields as they were asked, which may have been changed since.
function keep() {
  const nodes = document.createDocumentFragment();
  nodes.append(...byId("result").children);
  // what is not whole, or was stopped, is asked again
  const isWhole = !asking && !nodes.querySelector(".is-unfinished");
  if (isWhole && nodes.childElementCount) answers.set(here, nodes);
}

// What a tab keeps of its answers while it is open, as HTML by address: a page that was left, and a talk that is
// reloaded, come back without being asked again. Signing out, and having to sign in, clears it.
const KEPT = "answer ";

function store(asked) {
  const html = byId("result").innerHTML;
  const entry = { html, title: asked.querySelector("textarea").value, pending: "" };
  put(here, entry);
}

function put(address, entry) {
  for (;;) {
    try {
      sessionStorage.setItem(KEPT + address, JSON.stringify(entry));
      return;
    } catch {
      // no room, or no storage at all: without it everything works as in a new tab
      const other = keptAddresses().find((name) => name !== KEPT + address);
      if (!other) return;
      sessionStorage.removeItem(other);
    }
  }
}

function keptAddresses() {
  try {
    return Object.keys(sessionStorage).filter((name) => name.startsWith(KEPT));
  } catch {
    return [];
  }
}

function kept(address) {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT + address));
  } catch {
    return null;
  }
}

// A follow-up that is on its way stands in its field again when the page is reloaded meanwhile.
function storePending(asked) {
  const entry = kept(here);
  if (entry) put(here, { ...entry, pending: asked.querySelector("textarea").value });
}

function restore(entry) {
  byId("result").innerHTML = entry.html;
  document.title = `${entry.title} – bizrag`;
  const field = byId("follow-up");
  if (field) field.value = entry.pending;
}

// A reload asks a single question again: the documents may have changed. A talk cannot be asked again.
function isKept(entry) {
  const [{ type }] = performance.getEntriesByType("navigation");
  return type === "back_forward" || (type === "reload" && entry.html.includes('class="turn"'));
}

function fill(address) {
  const given = new URLSearchParams(address);
  for (const field of form.elements) {
    if (field.type === "checkbox") field.checked = given.getAll(field.name).includes(field.value);
    else if (field.name && field.type !== "hidden") field.value = given.get(field.name) ?? "";
  }
}

window.addEventListener("popstate", () => {
  // no question, or a jump inside the page
  if (!form?.dataset.stream || location.search === here) return;
  keep();
  asking?.abort();
  asking = null;
  here = location.search;
  const nodes = answers.get(here);
  const entry = kept(here);
  if (!nodes && !entry) {
    location.reload();
    return;
  }
  if (drawer.open) drawer.close();
  fill(here);
  title();
  if (nodes) byId("result").replaceChildren(nodes);
  else restore(entry);
  byId("result").setAttribute("aria-busy", "false");
});

// A link with a question asks it. The server does not, so that programs that only fetch a link cost no model calls.
function askLinked() {
  if (!form?.dataset.stream || !byId("question").value.trim()) return;
  const entry = kept(here);
  if (byId("unasked") && entry && isKept(entry)) {
    hasAsked = true;
    restore(entry);
  } else if (byId("unasked")) form.requestSubmit(form.querySelector(".primary"));
  // answered or refused already, as a form that was posted
  else if (!here) begin();
  // a link that was refused keeps its address: the form cannot show what could not be read, and a reload would ask
  // without it
  else {
    hasAsked = true;
    title();
  }
}
