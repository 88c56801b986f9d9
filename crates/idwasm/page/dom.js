// Small helpers for building the page.

/** An element with a class, and children that are texts or elements. */
export const element = (tag, className, ...children) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
};

/** A table of two columns. */
export const table = (rows) =>
  element(
    "table",
    "",
    element("tbody", "", ...rows.map(([name, value]) => {
      const head = element("th", "", name);
      head.scope = "row";
      return element("tr", "", head, element("td", "", value));
    })),
  );

/** Shows what a function makes in place of what was shown; an error as its message. */
export const show = (place, make) => {
  try {
    place.replaceChildren(...make());
  } catch (error) {
    place.replaceChildren(element("p", "bad", error.message));
  }
};

/** Calls a function now and whenever something is entered in one of the elements. */
export const whenever = (elements, update) => {
  for (const each of elements) each.addEventListener("input", update);
  update();
};
