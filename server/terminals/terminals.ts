import { type ColumnType, type Generated } from 'kysely'
import { StateMoved } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { Db } from '#server/database/tables.ts'

export type Terminal = Form['terminals'][number]

/** The terminals on which a process can be opened. */
export interface TerminalSetting {
  readonly terminal: readonly Terminal[]
  /** Number of changes; 0 while the declaration applies. */
  readonly version: number
}

/** Administrators' settings of the terminals on which processes can be opened. */
export const terminals = (db: Db) => ({
  /** The setting of each form, or its declaration. */
  async of(forms: readonly Pick<Form, 'key' | 'terminals'>[]): Promise<ReadonlyMap<string, TerminalSetting>> {
    const rows = new Map(
      (await db.selectFrom('wf_terminal').select(['business_type', 'terminal', 'version']).execute()).map((
        row,
      ) => [row.business_type, row]),
    )
    return new Map(
      forms.map((
        { key, terminals: declared },
      ) => [key, { terminal: rows.get(key)?.terminal ?? declared, version: rows.get(key)?.version ?? 0 }]),
    )
  },

  /** @throws StateMoved for a concurrent change */
  async set(
    { businessType, terminal, version, by, at }: { businessType: string; terminal: readonly Terminal[]; version: number; by: string;
      at: Date },
  ): Promise<void> {
    const values = { terminal: [...terminal], update_by: by, update_time: at }
    const written = version === 0
      ? await db.insertInto('wf_terminal').values({ business_type: businessType, ...values, version: 1 }).onConflict((conflict) =>
        conflict.doNothing()
      ).executeTakeFirst()
      : await db.updateTable('wf_terminal').set({ ...values, version: version + 1 }).where('business_type', '=', businessType).where(
        'version',
        '=',
        version,
      ).executeTakeFirst()
    const rows = 'numUpdatedRows' in written ? written.numUpdatedRows : (written.numInsertedOrUpdatedRows ?? 0n)
    if (rows === 0n) throw new StateMoved(undefined, 'error.recordChanged')
  },
})

interface TerminalTable {
  business_type: string
  terminal: Terminal[]
  version: Generated<number>
  update_by: string | null
  update_time: ColumnType<Date, Date, Date>
}

declare module '#server/database/tables.ts' {
  interface Tables {
    wf_terminal: TerminalTable
  }
}
