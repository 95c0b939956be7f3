import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Role scopes of listed members; without rows, a member has none. */
export const roleMemberScopes: Migration = {
  name: '015-role-member-scopes',
  async up(run) {
    await run(sql`
      create table sys_role_member_scope (
        user_id varchar(32) not null,
        role_id varchar(32) not null,
        scope varchar(40) not null,
        values text[] not null check (cardinality(values) > 0),
        primary key (user_id, role_id, scope),
        foreign key (user_id, role_id) references sys_user_role on delete cascade
      );
      create trigger bump_version after insert or update or delete on sys_role_member_scope for each statement execute function bump_version('directory')`)
  },
}
