import { sql } from 'kysely'

/** Columns for who wrote a row and when, how often it was edited, and whether it counts as deleted. */
export const common = sql`
  create_by varchar(32),
  create_time timestamptz not null default now(),
  update_by varchar(32),
  update_time timestamptz not null default now(),
  version integer not null default 0,
  del_flag smallint not null default 0 check (del_flag in (0, 1))`
