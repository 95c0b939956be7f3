import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/record-columns.ts'
import { statutoryDays } from './statutory.ts'

/** The company's calendar of working days. */
export const calendarMigrations: MigrationSet = {
  id: 'calendar',
  migrations: [
    {
      name: '001-holidays',
      up: async (run) => {
        await run(sql`
          create table holiday (
            day date primary key,
            kind text not null check (kind in ('HOLIDAY', 'WORKDAY'))
          );
          insert into change_version (topic) values ('calendar');
          create trigger bump_version after insert or update or delete on holiday for each statement execute function bump_version('calendar')`)
        await run(sql`insert into holiday (day, kind)
          select day::date, kind from json_to_recordset(${JSON.stringify(statutoryDays)}::json) as given (day text, kind text)`)
      },
    },
    {
      /** The days as records that administrators keep. */
      name: '002-holiday-records',
      up: async (run) => {
        await run(sql`
          alter table holiday rename to announced;
          drop trigger bump_version on announced;
          create table holiday (
            ${recordColumns},
            day date not null,
            kind text not null check (kind in ('HOLIDAY', 'WORKDAY')),
            remark varchar(60)
          );
          alter table holiday alter column id set default replace(gen_random_uuid()::text, '-', '');
          create unique index holiday_day on holiday (day) where del_flag = 0;
          insert into holiday (day, kind) select day, kind from announced;
          drop table announced;
          create trigger bump_version after insert or update or delete on holiday for each statement execute function bump_version('calendar')`)
      },
    },
  ],
}
