/** PostgreSQL's jsonb cannot keep the character NUL, which a DICOM text may contain. */
export function withoutNul<T>(value: T): T {
  const text = JSON.stringify(value);
  return text.includes('\\u0000') ? JSON.parse(text, dropNul) : value;
}

function dropNul(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll('\0', '') : value;
}
