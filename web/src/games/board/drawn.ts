const PATIENCE = 1000; // milliseconds to wait for a frame: a page that is hidden meanwhile draws none

/** Call a function when what has just changed is about to be drawn, at once if the page is hidden. A page that is busy
    draws late; what begins with the frame is not cut short. Call the returned function to cancel. */
export function onceDrawn(callback: () => void): () => void {
  if (typeof document === "undefined" || document.hidden) {
    callback();
    return () => {};
  }
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
  const begin = (): void => {
    cancel();
    callback();
  };
  const frame = requestAnimationFrame(begin);
  const timer = setTimeout(begin, PATIENCE);
  return cancel;
}
