// What scripts add to pages that work without any: answers that stream in, citations beside the answer, zoom.
// All HTML that is put in here was rendered and cleaned by the server; nothing is built from texts.
"use strict";

const byId = (id) => document.getElementById(id);
const MAX_ZOOM = 4;

/* ---- asking ---- */

const form = byId("ask-form");
let asking = null;

function show(template, place) {
  place.replaceChildren(byId(template).content.cloneNode(true));
}

function say(text) {
  byId("said").textContent = text;
}

async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let held = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    held += value;
    const parts = held.split("\n\n");
    held = parts.pop();
    for (const part of parts) {
      const name = /^event: (.*)$/m.exec(part);
      const data = /^data: (.*)$/m.exec(part);
      if (name && data) yield { name: name[1], data: JSON.parse(data[1]) };
    }
  }
}

// A follow-up is answered below what was said, a first question in place of the last answer.
function placeOf(asked) {
  if (asked === form) return byId("result");
  asked.hidden = true;
  return asked.nextElementSibling;
}

async function ask(asked) {
  asking?.abort();
  if (asked === form) begin();
  else storePending(asked);
  const mine = (asking = new AbortController());
  const result = byId("result");
  const place = placeOf(asked);
  // before the form is hidden from it
  const body = new URLSearchParams(new FormData(asked));
  show("waiting", place);
  result.setAttribute("aria-busy", "true");
  say("Searching the documents.");
  const began = performance.now();
  const clock = setInterval(() => {
    const line = byId("waiting-seconds");
    const seconds = Math.round((performance.now() - began) / 1000);
    if (line && seconds > 1) line.textContent = `${seconds} s`;
  }, 500);
  byId("stop").addEventListener("click", () => mine.abort());
  let isWhole = false;
  try {
    const response = await fetch(asked.dataset.stream, { method: "POST", body, signal: mine.signal });
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      await refused(asked, place, response);
      return;
    }
    for await (const { name, data } of events(response)) {
      // another question, or another answer of the history, has taken the place
      if (asking !== mine) return;
      if (name === "step") {
        byId("waiting-text").textContent = "Agents are reading pages…";
        byId("waiting-steps").insertAdjacentHTML("beforeend", data.html);
        say(data.said);
      } else if (name === "writing") {
        byId("waiting-text").textContent = "Writing the answer…";
        byId("writing").innerHTML = data.html;
      } else {
        isWhole = true;
        if (name === "answer") {
          putAnswer(asked, data.html);
          arrived(asked);
        } else {
          leave(place, "It broke off here, before its sources were looked up.");
          place.insertAdjacentHTML("beforeend", data.html);
          asked.hidden = false;
        }
        say(data.said);
      }
    }
    if (!isWhole && asking === mine) broken(asked, place);
  } catch (error) {
    if (error.name === "AbortError") {
      if (asking === mine) {
        leave(place, "You stopped here, before its sources were looked up.");
        asked.hidden = false;
        say("Stopped.");
        asked.querySelector("textarea").focus();
      }
    } else if (asking === mine) {
      broken(asked, place);
    }
  } finally {
    clearInterval(clock);
    if (asking === mine) {
      asking = null;
      result.setAttribute("aria-busy", "false");
    }
  }
}

// What was written so far stays: it took its time, and may be what was asked for.
function leave(place, why) {
  const written = [...byId("writing").childNodes];
  place.replaceChildren();
  if (!written.length) return;
  show("unfinished", place);
  place.querySelector(".prose").append(...written);
  place.querySelector(".note").textContent = why;
}

function broken(asked, place) {
  leave(place, "It broke off here, before its sources were looked up.");
  place.append(byId("broken").content.cloneNode(true));
  asked.hidden = false;
  say("The connection broke off.");
}

// No stream: the session has ended, too many ask at once, or the server cannot, and its page says why.
async function refused(asked, place, response) {
  if (response.redirected) {
    // and back to the question that this address has
    location.assign(`/web/sign-in?${new URLSearchParams({ back: `/${location.search}` })}`);
    return;
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  place.replaceChildren(byId("refused").content.cloneNode(true));
  const [title, ...told] = [...page.querySelectorAll("main h1, main .lead, main .quiet")].map((one) => one.textContent);
  if (title) {
    place.querySelector("h2").textContent = title;
    place.querySelector("p").textContent = told.join(" ");
  }
  asked.hidden = false;
  say(place.querySelector("h2").textContent);
}

// The answers before stay, folded, with their sources: of those that came earlier the server is told the texts alone.
function putAnswer(asked, html) {
  const result = byId("result");
  const before = asked === form ? [] : [...result.querySelectorAll(":scope > .turn"), ...folded(asked)];
  result.innerHTML = html;
  if (!before.length) return;
  for (const turn of result.querySelectorAll(":scope > .turn")) turn.remove();
  result.prepend(...before);
}

function folded(asked) {
  const answer = byId("result").querySelector(":scope > .answer");
  const question = [...asked.querySelectorAll("[name=turn_question]")].at(-1);
  if (!answer || !question) return [];
  const turn = byId("turn").content.firstElementChild.cloneNode(true);
  turn.querySelector("summary").textContent = question.value;
  // the answer after it has them
  for (const named of answer.querySelectorAll("[id]")) named.removeAttribute("id");
  for (const titled of [answer, ...answer.querySelectorAll("[aria-labelledby]")]) titled.removeAttribute("aria-labelledby");
  turn.append(answer);
  return [turn];
}

// The address is that of the first question: a link begins a talk. A follow-up's field is gone, reading goes on here.
function arrived(asked) {
  store(asked);
  if (asked === form) return;
  document.title = `${asked.querySelector("textarea").value} – bizrag`;
  byId("answer-title").focus();
}

/* ---- forms ---- */

document.addEventListener("keydown", (event) => {
  if (!event.target.matches(".ask-form textarea")) return;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    event.target.form.requestSubmit(event.target.form.querySelector(".primary"));
  }
});

document.addEventListener("submit", (event) => {
  const asked = event.target;
  // the question goes into the address, where the answer streams in; without a script it is posted
  if (asked.matches(".ask-here")) asked.method = "get";
  if (!asked.matches(".ask-form")) return;
  // fields that are not filled in only make addresses long
  if (event.submitter?.hasAttribute("data-plain") || asked.method === "get") {
    for (const field of asked.elements) {
      if (field.name && field.value === "") field.disabled = true;
    }
    setTimeout(() => { for (const field of asked.elements) field.disabled = false; });
    return;
  }
  if (!asked.dataset.stream) return;
  event.preventDefault();
  ask(asked);
});

/* ---- citations beside the answer ---- */

const drawer = byId("viewer");
let opener = null;
let viewed = "";

async function view(href) {
  const body = byId("viewer-body");
  viewed = href;
  body.setAttribute("aria-busy", "true");
  let shown;
  try {
    const response = await fetch(href, { headers: { "X-Fragment": "1" } });
    if (!response.ok || response.redirected) {
      location.assign(href);
      return;
    }
    shown = await response.text();
  } catch {
    shown = byId("unreachable").innerHTML;
  }
  // another one was opened meanwhile
  if (viewed !== href) return;
  body.innerHTML = shown;
  body.removeAttribute("aria-busy");
  if (!drawer.open) drawer.showModal();
  prepare(body);
  byId("viewer-title").focus({ preventScroll: true });
}

function prepare(root) {
  const viewer = root.querySelector("[data-viewer]");
  if (!viewer) return;
  for (const hidden of viewer.querySelectorAll("[data-zoom], [data-needs-script]")) hidden.hidden = false;
  const scroller = viewer.querySelector(".sheet-scroll, .sheet-text");
  const target = scroller?.querySelector(".cited, mark, .is-cited");
  if (!target) return;
  const centre = () => {
    const at = target.getBoundingClientRect();
    const frame = scroller.getBoundingClientRect();
    scroller.scrollTop += at.top - frame.top - (frame.height - at.height) / 2;
    scroller.scrollLeft += at.left - frame.left - (frame.width - at.width) / 2;
  };
  centre();
  viewer.querySelector(".sheet img")?.addEventListener("load", centre, { once: true });
}

function zoom(viewer, by) {
  const sheet = viewer.querySelector(".sheet");
  const now = Number(/zoom-(\d)/.exec(sheet.className)[1]);
  const next = by === 0 ? 1 : Math.min(MAX_ZOOM, Math.max(1, now + by));
  sheet.classList.replace(`zoom-${now}`, `zoom-${next}`);
  prepare(viewer.parentElement);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-view], a.cite");
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  if (link && isPlain && (!link.closest(".viewer-page") || drawer.contains(link))) {
    event.preventDefault();
    if (!drawer.contains(link)) {
      opener = link;
      link.classList.add("is-open");
    }
    view(link.href);
    return;
  }
  if (event.target.closest("[data-close]") || event.target === drawer) drawer.close();
  const step = event.target.closest("[data-zoom-by]");
  if (step) zoom(step.closest("[data-viewer]"), Number(step.dataset.zoomBy));
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-toggle-blocks]")) {
    event.target.closest("[data-viewer]").querySelector(".sheet").classList.toggle("with-blocks", event.target.checked);
  }
});

document.addEventListener("keydown", (event) => {
  const viewer = document.querySelector("dialog[open] [data-viewer], .viewer-page [data-viewer]");
  if (!viewer || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  // in a page that is larger than its frame the arrows move the page
  const scroller = event.target.closest(".sheet-scroll, .table-scroll");
  const isFree = !scroller || scroller.scrollWidth <= scroller.clientWidth;
  if (event.key === "ArrowLeft" && isFree) viewer.querySelector('[data-step="previous"]')?.click();
  if (event.key === "ArrowRight" && isFree) viewer.querySelector('[data-step="next"]')?.click();
  if (event.key === "+" || event.key === "=") zoom(viewer, 1);
  if (event.key === "-") zoom(viewer, -1);
});

drawer.addEventListener("close", () => {
  opener?.classList.remove("is-open");
  opener?.focus();
  opener = null;
});

// who has to sign in may be somebody else
if (document.querySelector(".sign-in")) for (const name of keptAddresses()) sessionStorage.removeItem(name);
prepare(document);
askLinked();
