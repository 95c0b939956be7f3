import { createExtensionPoint } from '#kernel/extension-point.ts'
import type { Register } from './register.ts'

/** A register under the name by which pages of statistics count it. */
export interface NamedRegister extends Register {
  readonly name: string
}

/**
 * Registers whose entries pages of statistics count instead of facts of documents (`register` of a page): the module that keeps a ledger
 * contributes its entries as a query.
 *
 * @zh 登记簿：统计页面（页面的 `register`）统计其条目而不是单据。保管台账的模块把条目作为查询贡献出来。
 *
 * @example `plugins/company-cars/server/plugin.ts`
 * ```ts
 * defineServer({
 *   id: 'company-cars',
 *   contributes: [
 *     statisticsRegisters.of({ name: 'kilometres', rows: countedKilometres, reads: [], records: (ids) => recordsOfEntries(drives(ids)) }),
 *   ],
 * })
 * ```
 */
export const statisticsRegisters = createExtensionPoint<NamedRegister>({ id: 'statistics.registers', keyOf: ({ name }) => name })
