// Giving files and texts out of the page.

/** Let the browser save something. */
export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Put a text on the clipboard; false if the browser does not let us. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyThePlainWay(text); // without https there is no such clipboard
  }
}

function copyThePlainWay(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed"; // otherwise the page scrolls to it
  const before = document.activeElement as HTMLElement | null;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  before?.focus({ preventScroll: true });
  return isCopied;
}

/** Give a link to whoever shall have it: by what the device shares with, or by the clipboard. What was done. */
export async function share(title: string, url: string): Promise<"shared" | "copied" | "failed"> {
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    await navigator.share({ title, url }).catch(() => undefined);
    return "shared";
  }
  return (await copy(url)) ? "copied" : "failed";
}
