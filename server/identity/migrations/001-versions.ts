import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * A number per topic that changes with every change of what the topic is about, so that a cache is right after one small read.
 * The numbers come from a sequence: a number taken by a transaction that was rolled back never returns with other contents.
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
