import { timestamp } from 'drizzle-orm/pg-core';

/** A timestamp column, to the millisecond. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
