import { sql } from 'kysely'
import type { Db } from '#server/database/tables.ts'
import { newId } from '#server/identity/id.ts'
import { pinyinOf } from '#server/identity/organisation/search-text.ts'
import './tables.ts'

export interface NewBank {
  readonly name: string
  readonly branch: string
  /** 12 digits. */
  readonly branchNo?: string | null
  readonly swift?: string | null
  readonly city?: string | null
  readonly by: string
  readonly at: Date
}

/** Bank branches; fill in payees. */
export const banks = (db: Db) => ({
  /** Branches that contain the keyword, ordered by name; at most 5,000. */
  async list(keyword?: string) {
    const query = db.selectFrom('bank').select(['name', 'branch', 'branch_no', 'swift', 'city']).where('del_flag', '=', 0).orderBy('name')
      .orderBy('branch').limit(5000)
    const rows = await (keyword
      ? query.where((eb) =>
        eb.or((['name', 'branch', 'branch_no', 'swift', 'city', 'pinyin'] as const).map((column) => eb(column, 'ilike', pattern(keyword))))
      )
      : query).execute()
    return rows.map(({ name, branch, branch_no: branchNo, swift, city }) => ({
      bankName: branch.startsWith(name) ? branch : `${name}${branch}`,
      branchNo,
      swift,
      city,
    }))
  },

  async save({ name, branch, branchNo = null, swift = null, city = null, by, at }: NewBank): Promise<void> {
    await db
      .insertInto('bank')
      .values({ id: newId(), name, branch, branch_no: branchNo, swift, city, pinyin: pinyinOf(name), create_by: by, update_by: by,
        create_time: at, update_time: at })
      .onConflict((conflict) =>
        conflict.column('branch_no').where('del_flag', '=', sql.lit(0)).doUpdateSet({ name, branch, swift, city, update_by: by,
          update_time: at })
      )
      .execute()
  },
})

const pattern = (keyword: string) => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
