import { z } from 'zod';

/**
 * Of the clinical module that read an image: `breast`, `brain-ct`, `lung`, `cervix` and those that a site
 * adds.
 */
export const moduleId = z.string().regex(/^[a-z][a-z0-9-]*$/);
