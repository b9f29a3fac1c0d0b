/**
 * The schema library compiles with `eval`, which the content security policy refuses, and probes for it as
 * each schema is made. This is its global configuration, set before the library itself is loaded.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
