import type { Page } from '@playwright/test';

/** A layout shift with what moved: `element from x,y w×h to x,y w×h`. */
export interface LayoutShift {
  value: number;
  moved: string[];
}

const watcher = `
  window.layoutShifts = [];
  const side = (rect) => Math.round(rect.x) + ',' + Math.round(rect.y) + ' ' +
    Math.round(rect.width) + '×' + Math.round(rect.height);
  const name = (node) => {
    const element = node instanceof Element ? node : node?.parentElement;
    if (!element) return 'removed';
    const label = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 30);
    return element.localName + '.' + String(element.getAttribute('class')).slice(0, 60) + ' "' + label + '"';
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue;
      const moved = entry.sources.map(
        (source) => name(source.node) + ' from ' + side(source.previousRect) + ' to ' + side(source.currentRect),
      );
      window.layoutShifts.push({ value: entry.value, moved });
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Collects the layout shifts of each page that follows, outside of half a second after an input. */
export async function watchLayoutShifts(page: Page): Promise<() => Promise<LayoutShift[]>> {
  await page.addInitScript({ content: watcher });
  return () => page.evaluate(() => Reflect.get(window, 'layoutShifts') as LayoutShift[]);
}

/** Says each shift with the elements that moved. */
export function describeShifts(shifts: readonly LayoutShift[]): string {
  return shifts.map((shift) => `${shift.value.toFixed(4)}: ${shift.moved.join('; ')}`).join('\n');
}
