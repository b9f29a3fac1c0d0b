/** Writes lines in the order of their numbers, from 0, whatever the order in which they come. */
export class OrderedLines {
  private readonly waiting = new Map<number, string>();
  private next = 0;

  constructor(private readonly write: (text: string) => void) {}

  add(index: number, line: string): void {
    this.waiting.set(index, line);
    for (;;) {
      const ready = this.waiting.get(this.next);
      if (ready === undefined) return;
      this.waiting.delete(this.next++);
      this.write(`${ready}\n`);
    }
  }
}
