import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

export const migrations: readonly Migration[] = [
  {
    name: '001-drivers',
    async up(run) {
      await run(sql`
        create table driver (
          ${recordColumns},
          person_id varchar(32) not null,
          licence_class varchar(2) not null check (licence_class in ('A1', 'A2', 'B1', 'B2', 'C1', 'C2', '9')),
          licence_no varchar(18),
          valid_until date not null,
          remark varchar(200),
          enable boolean not null default true
        );
        create unique index driver_person on driver (person_id) where del_flag = 0`)
    },
  },
  {
    name: '002-sealed-numbers',
    async up(run) {
      await run(sql`alter table driver alter column licence_no type text`)
    },
  },
]
