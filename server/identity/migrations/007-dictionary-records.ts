import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Makes dictionaries editable records: adds the columns of every resource, and a flag whether items are offered. */
export const dictionaryRecords: Migration = {
  name: '007-dictionary-records',
  async up(run) {
    await run(sql`
      alter table sys_dict_type add column id varchar(60), add column pinyin varchar(200) not null default '';
      update sys_dict_type set id = code;
      -- Declarations and items name a dictionary by its code.
      alter table sys_dict_type alter column id set not null, add constraint sys_dict_type_id unique (id), add check (id = code)`)
    await run(sql`
      alter table sys_dict_data add column pinyin varchar(200) not null default '', add column enable boolean not null default true;
      update sys_dict_data set enable = not disabled;
      alter table sys_dict_data drop column disabled;
      alter table sys_dict_data add column disabled boolean generated always as (not enable) stored`)
  },
}
