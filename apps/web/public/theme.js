// The stored preference wins, else the system's. The same key and values as src/ui/theme.ts.
// The prerendered landing page is for visitors on / only: everywhere else it must not be seen.
(() => {
  let stored = null;
  let isSignedIn = false;
  try {
    stored = localStorage.getItem('theme');
    isSignedIn = localStorage.getItem('isAuthenticated') === 'true';
  } catch {
    // Storage may be forbidden; the system preference then decides.
  }
  const known = stored === 'dark' || stored === 'light';
  const dark = known ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  if (location.pathname === '/' && !isSignedIn) document.documentElement.setAttribute('data-landing', '');
})();
