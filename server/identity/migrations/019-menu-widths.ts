import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'

/** Menu entries of lists and statistics have the longest page and names of a form that a company designs, and their own words. */
export const menuWidths: Migration = {
  name: '019-menu-widths',
  async up(run) {
    await run(sql`alter table sys_menu alter column id type varchar(120), alter column parent_id type varchar(120),
      alter column name type varchar(60), alter column name_en type varchar(120)`)
  },
}
