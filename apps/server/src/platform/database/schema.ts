/** All tables, for the queries and for drizzle-kit, which writes the migrations. */
export * from './tables/accounts.ts';
export * from './tables/alarms.ts';
export * from './tables/analyses.ts';
export * from './tables/audit.ts';
export * from './tables/opinions.ts';
export * from './tables/phrases.ts';
export * from './tables/reviews.ts';
export * from './tables/settings.ts';
