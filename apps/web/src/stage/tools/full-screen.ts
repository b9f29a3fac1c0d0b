/** Shows the element alone on the screen, or ends that. */
export function toggleFullScreen(element: HTMLElement | null): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : element?.requestFullscreen();
  change?.catch(() => {
    // The browser refused, e.g. inside a frame; the button then simply does nothing.
  });
}
