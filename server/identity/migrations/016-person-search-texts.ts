import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { personSearchText } from '../organisation/search-text.ts'

/** People per statement. */
const batch = 1_000

/** Search texts by both readings of surnames and without diacritics; people are sorted by the surname's reading. */
export const personSearchTexts: Migration = {
  name: '016-person-search-texts',
  async up(run) {
    await run(sql`alter table sys_user alter column pinyin type varchar(400)`)
    const people = await run(sql<{ id: string; name: string }>`select id, name from sys_user order by id`)
    for (let start = 0; start < people.length; start += batch) {
      const part = people.slice(start, start + batch)
      await run(sql`update sys_user set pinyin = spelled.text
        from unnest(${part.map(({ id }) => id)}::text[], ${part.map(({ name }) => personSearchText(name))}::text[]) as spelled (id, text)
        where sys_user.id = spelled.id`)
    }
  },
}
