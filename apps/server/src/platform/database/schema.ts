/** All tables, for the queries and for drizzle-kit, which writes the migrations. */
export * from './tables/accounts.ts';
export * from './tables/analyses.ts';
export * from './tables/audit.ts';
export * from './tables/reviews.ts';
