import { textsBy } from '@second-read/core/reading/told';
import type { BreastReading } from '../reading/schema.ts';
import { commentsOf } from './comments.ts';
import { impressionOf } from './impression.ts';

export const textsOf = textsBy<BreastReading>(impressionOf, commentsOf);
