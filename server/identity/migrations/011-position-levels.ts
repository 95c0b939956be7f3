import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/**
 * A person's position level, a value of the dictionary `positionLevel`; null for an ordinary employee. Formerly it was derived from
 * positions in the organisation. These levels are stored once, so that no standard, rule or flow changes with the upgrade; afterwards HR
 * maintains them.
 */
export const positionLevels: Migration = {
  name: '011-position-levels',
  async up(run) {
    await run(sql`alter table sys_user add column position_level varchar(30) check (position_level <> '')`)
    // derived from the highest post: general manager 5, vice president in charge 4, head of a department directly below an enterprise 3,
    // any other head 2
    await run(sql`
      with held as (
        select listed.user_id, role.perm_chars as role from sys_user_role listed join sys_role role on role.id = listed.role_id where role.enable and role.del_flag = 0
        union select post.user_id, post.role from sys_group unit
          cross join lateral (values (unit.gm_user_id, 'generalManager'), (unit.vp_user_id, 'vicePresident'), (unit.head_user_id, 'departmentHead')) post (user_id, role)
          join sys_role role on role.perm_chars = post.role and role.enable and role.del_flag = 0
          where unit.enable and unit.del_flag = 0 and post.user_id is not null
      ), directors as (
        select unit.head_user_id as user_id from sys_group unit
          join sys_group parent on parent.id = unit.parent_id and parent.type = 'ENTERPRISE' and parent.del_flag = 0
          join sys_user_group membership on membership.group_id = unit.id and membership.user_id = unit.head_user_id
          where unit.del_flag = 0
      )
      update sys_user set position_level = derived.level
      from (
        select user_id, case
          when bool_or(role = 'generalManager') then '5'
          when bool_or(role = 'vicePresident') then '4'
          when bool_or(user_id in (select user_id from directors)) then '3'
          else '2' end as level
        from held where role in ('generalManager', 'vicePresident', 'departmentHead') group by user_id
      ) derived
      where derived.user_id = sys_user.id`)
    await run(sql`
      drop trigger if exists bump_version on sys_user;
      create trigger bump_version after insert or delete or update of
        user_name, name, enable, admin, locale, leaving_date, position, position_level, avatar, phone, email, job_number, nickname, session_epoch, idp_subject, del_flag
        on sys_user for each statement execute function bump_version('directory')`)
  },
}
