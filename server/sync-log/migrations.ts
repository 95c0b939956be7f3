import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'

/** Runs of synchronisations with other systems, and their outcomes. */
export const syncMigrations: MigrationSet = {
  id: 'sync',
  migrations: [
    {
      name: '001-sync-log',
      up: async (run) => {
        await run(sql`
          create table sync_log (
            id varchar(32) primary key,
            kind varchar(30) not null check (kind in ('PERSONNEL', 'CARD') or kind like 'SAP\_%'),
            start_time timestamptz not null default now(),
            -- empty while it runs
            end_time timestamptz,
            total integer not null default 0 check (total >= 0),
            success integer not null default 0 check (success >= 0),
            failed integer not null default 0 check (failed >= 0),
            result varchar(7) check (result in ('SUCCESS', 'FAILURE')),
            message varchar(500),
            -- who asked for it; empty where it came by itself
            create_by varchar(32),
            check ((end_time is null) = (result is null))
          );
          create index sync_log_newest on sync_log (start_time desc, id desc)`)
      },
    },
    {
      name: '002-invoice-mail',
      up: async (run) => {
        await run(sql`
          alter table sync_log drop constraint sync_log_kind_check,
            add constraint sync_log_kind_check check (kind in ('PERSONNEL', 'CARD', 'INVOICE_MAIL') or kind like 'SAP\_%')`)
      },
    },
  ],
}
