// Export a board as a picture: its drawing with all styles inlined.

/** The style properties to inline: a file has no style sheet. */
const PAINT = [
  "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
  "stroke-dasharray", "opacity", "paint-order", "transform", "font-family", "font-size", "font-weight", "text-anchor",
] as const;
const PLAIN: Record<string, string> = {
  "fill-opacity": "1", "fill-rule": "nonzero", "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
  "stroke-dasharray": "none", opacity: "1", "paint-order": "normal", transform: "none", "text-anchor": "start",
};
const PAGE_ONLY = ["class", "role", "tabindex", "aria-label", "aria-hidden", "data-cell"]; // attributes without meaning in a picture
const WIDTH = 1000; // of a picture, in its own units
const NAMESPACE = "http://www.w3.org/2000/svg";

/** Copy a drawing with the computed style of every shape inlined. */
function inlineStyles(drawing: SVGSVGElement): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [from, to] = [[...drawing.querySelectorAll<SVGElement>("*")], [...copy.querySelectorAll<SVGElement>("*")]];
  from.forEach((shape, k) => {
    const style = getComputedStyle(shape);
    const isText = shape.tagName === "text";
    for (const name of PAINT) {
      if (!isText && (name.startsWith("font") || name.startsWith("text"))) continue;
      const value = style.getPropertyValue(name);
      if (value === (PLAIN[name] ?? "")) continue;
      // A transform given as an attribute is copied already, in the drawing's own units.
      if (name === "transform" && shape.hasAttribute("transform")) continue;
      to[k]!.style.setProperty(name, value);
    }
    for (const name of PAGE_ONLY) to[k]!.removeAttribute(name);
  });
  for (const name of [...PAGE_ONLY, "style"]) copy.removeAttribute(name);
  return copy;
}

const element = (name: string, attributes: Record<string, string | number>): SVGElement => {
  const node = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
};

/** Combine the drawings and texts in parts of the page, each at its position. */
function combine(parts: readonly Element[]): SVGElement {
  const whole = element("svg", {});
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  let bottom = 0; // of everything drawn so far
  for (const [k, part] of parts.entries()) {
    const style = getComputedStyle(part);
    const y = bottom === 0 ? 0 : bottom + 12;
    const shift = y - boxes[k]!.top; // the description of the turn is left out, so parts move up
    const card = element("rect", {
      x: boxes[k]!.left - left, y, width: boxes[k]!.width, rx: 14,
      fill: style.backgroundColor, stroke: style.borderTopColor, "stroke-width": style.borderTopWidth,
    });
    whole.append(card);
    bottom = y;
    for (const drawing of part.querySelectorAll("svg")) {
      const at = drawing.getBoundingClientRect();
      if (at.width === 0 || drawing.closest(".behind")) continue; // the back of a turned tile
      const copy = inlineStyles(drawing);
      for (const [key, value] of Object.entries({ x: at.left - left, y: at.top + shift, width: at.width, height: at.height })) {
        copy.setAttribute(key, String(value));
      }
      copy.setAttribute("opacity", getComputedStyle(drawing.closest(".pile") ?? drawing).opacity);
      whole.append(copy);
      bottom = Math.max(bottom, at.bottom + shift);
    }
    for (const label of part.querySelectorAll("h2, li b")) {
      const at = label.getBoundingClientRect();
      const font = getComputedStyle(label);
      const text = element("text", {
        x: at.left - left, y: at.bottom + shift - at.height * 0.25, fill: font.color,
        "font-size": font.fontSize, "font-weight": font.fontWeight, "font-family": font.fontFamily,
      });
      text.textContent = label.textContent;
      whole.append(text);
      bottom = Math.max(bottom, at.bottom + shift);
    }
    bottom += 12;
    card.setAttribute("height", String(bottom - y));
  }
  whole.setAttribute("viewBox", `-8 -8 ${Math.max(...boxes.map((box) => box.right)) - left + 16} ${bottom + 16}`);
  return whole;
}

/** The position that an element shows, as the text of an SVG file. */
export function exportSvg(root: Element): { text: string; width: number; height: number } {
  const board = root.querySelector<SVGSVGElement>("svg[role]");
  const drawing = board === null ? combine([...root.querySelectorAll("section.middle, section.row-zone")]) : inlineStyles(board);
  const [x = 0, y = 0, width = 1, height = 1] = (drawing.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const size = { width: WIDTH, height: Math.round((WIDTH * height) / width) };
  drawing.setAttribute("xmlns", NAMESPACE);
  drawing.setAttribute("width", String(size.width));
  drawing.setAttribute("height", String(size.height));
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  drawing.prepend(element("rect", { x, y, width, height, fill: paper }));
  return { text: new XMLSerializer().serializeToString(drawing), ...size };
}

/** The same as a PNG file. */
export async function exportPng({ text, width, height }: ReturnType<typeof exportSvg>, scale = 2): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`; // a data URL is what the content security policy allows
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width * scale, height * scale];
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"));
}
