import { sql } from 'kysely'
import type { MigrationSet } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

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
      /** Makes the exceptional days editable records. */
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

/** A statutory holiday, from the first to the last day, and the weekend days worked in exchange; yyyy-MM-dd. */
interface Festival {
  readonly from: string
  readonly to: string
  readonly worked?: readonly string[]
}

/** Public holidays of mainland China as the State Council announced them for each year. */
const festivals: readonly Festival[] = [
  { from: '2025-01-01', to: '2025-01-01' },
  { from: '2025-01-28', to: '2025-02-04', worked: ['2025-01-26', '2025-02-08'] },
  { from: '2025-04-04', to: '2025-04-06' },
  { from: '2025-05-01', to: '2025-05-05', worked: ['2025-04-27'] },
  { from: '2025-05-31', to: '2025-06-02' },
  { from: '2025-10-01', to: '2025-10-08', worked: ['2025-09-28', '2025-10-11'] },
  { from: '2026-01-01', to: '2026-01-03', worked: ['2026-01-04'] },
  { from: '2026-02-15', to: '2026-02-23', worked: ['2026-02-14', '2026-02-28'] },
  { from: '2026-04-04', to: '2026-04-06' },
  { from: '2026-05-01', to: '2026-05-05', worked: ['2026-05-09'] },
  { from: '2026-06-19', to: '2026-06-21' },
  { from: '2026-09-25', to: '2026-09-27' },
  { from: '2026-10-01', to: '2026-10-07', worked: ['2026-09-20', '2026-10-10'] },
]

/** Every exceptional day in these announcements. */
export const statutoryDays: readonly { readonly day: string; readonly kind: 'HOLIDAY' | 'WORKDAY' }[] = festivals.flatMap((
  { from, to, worked = [] },
) => [
  ...daysBetween(from, to).map((day) => ({ day, kind: 'HOLIDAY' as const })),
  ...worked.map((day) => ({ day, kind: 'WORKDAY' as const })),
])

function daysBetween(from: string, to: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(from); at <= Date.parse(to); at += 86_400_000) days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
