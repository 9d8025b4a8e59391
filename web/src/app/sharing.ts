// Save files, copy texts, share links.

/** Download a file. */
export function save(name: string, content: Blob | string, type = "text/plain"): void {
  const blob = typeof content === "string" ? new Blob([content], { type: `${type};charset=utf-8` }) : content;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The start of links for others: the address that the server was told, or that of the page. */
export function shareOrigin(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="genial-address"]')?.content || location.origin;
}

/** Copy a text to the clipboard; return false if the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyWithTextarea(text); // the clipboard API needs https
  }
}

function copyWithTextarea(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.style.position = "fixed"; // otherwise the page scrolls to it
  const focused = document.activeElement as HTMLElement | null;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused?.focus({ preventScroll: true });
  return isCopied;
}

/** Share a link, with a text before it if there is one, with the share dialog of a phone, or copy it to the clipboard. */
export async function share(title: string, url: string, text = ""): Promise<"shared" | "copied" | "failed"> {
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    await navigator.share(text === "" ? { title, url } : { title, text, url }).catch(() => undefined);
    return "shared";
  }
  return (await copy(text === "" ? url : `${text}\n${url}`)) ? "copied" : "failed";
}
