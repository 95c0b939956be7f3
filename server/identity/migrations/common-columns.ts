import { sql } from 'kysely'

/** Columns for author and time of creation and change, number of changes, and deletion. */
export const common = sql`
  create_by varchar(32),
  create_time timestamptz not null default now(),
  update_by varchar(32),
  update_time timestamptz not null default now(),
  version integer not null default 0,
  del_flag smallint not null default 0 check (del_flag in (0, 1))`
