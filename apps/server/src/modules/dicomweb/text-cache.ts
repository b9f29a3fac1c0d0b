/** Texts that were used last, up to a number of characters in all. */
export function textCache(mostCharacters: number) {
  const texts = new Map<string, string>();
  let characters = 0;
  return {
    get(key: string): string | undefined {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      // Moved to the end: what was used last is dropped last.
      texts.delete(key);
      texts.set(key, text);
      return text;
    },
    set(key: string, text: string): void {
      characters += text.length - (texts.get(key)?.length ?? 0);
      texts.delete(key);
      texts.set(key, text);
      for (const [oldest, dropped] of texts) {
        if (characters <= mostCharacters) return;
        texts.delete(oldest);
        characters -= dropped.length;
      }
    },
  };
}
