import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * A number per topic that increases with every change of the topic's data, so that caches can be validated by one small read. Numbers
 * come from a sequence: a number of a rolled-back transaction is never reused for other contents.
 */
export const versions: Migration = {
  name: '001-versions',
  async up(run) {
    await run(sql`
      create sequence change_version_number;
      create table change_version (
        topic varchar(30) primary key,
        version bigint not null default nextval('change_version_number')
      );
      insert into change_version (topic) values ('directory'), ('dictionary'), ('menu');
      create function bump_version() returns trigger language plpgsql security definer set search_path from current as $body$
      declare number bigint := nextval('change_version_number');
      begin
        update change_version set version = number where topic = tg_argv[0];
        perform pg_notify(tg_argv[0], number::text);
        return null;
      end $body$`)
  },
}
