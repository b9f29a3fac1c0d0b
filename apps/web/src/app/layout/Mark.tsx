/** The product's logo. */
export function Mark() {
  return (
    <svg viewBox="0 0 28 20" width="28" height="20" fill="none" strokeWidth="2.5" aria-hidden="true">
      <circle cx="10" cy="10" r="8" stroke="currentColor" />
      <circle cx="18" cy="10" r="8" stroke="var(--accent)" />
    </svg>
  );
}
