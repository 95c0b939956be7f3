import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { keyTo } from '#kernel/fields/roles.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { defineServer } from '#server/plugin.ts'
import type { ReferenceSource } from '#server/host.ts'
import { referenceSource } from '#server/resources/reference-source.ts'
import type { ActionItemSource } from '#server/extensions/action-items.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { recordsOfEntries, statisticsRegisters } from '#plugins/statistics/server/public-api.ts'
import { contract, contractTypes, nearUntil } from '#plugins/contracts/contract.ts'
import { contractEntries, contractReads, countedContracts } from './counted-rows.ts'
import { contractAudit, payingTypes } from './ledger/ledger.ts'
import { clauseReviewers } from './documents/clause-reviewers.ts'
import { contractOf, contractRules, execState, isExpired } from './records/contracts.ts'
import { migrations } from './migrations.ts'
import { otherSupplier, payingContracts } from './documents/paying.ts'
import { completedContracts } from './documents/completing.ts'
import { contractReminders } from './reminders.ts'
import { routes } from './routes.ts'
import { canLedger } from '../permissions.ts'
import './tables.ts'
import { samples } from './samples/samples.ts'

/** A purchase under a contract requires it to be in force and with the same supplier. */
const linkedContracts: DocumentExtension = {
  concerns: ({ key, fields }) => !payingTypes.includes(key) && !contractTypes.includes(key) && keyTo(fields, 'contract') !== undefined,

  async check(step): Promise<FieldProblem[]> {
    const { db, form, at, value, before } = step
    const field = keyTo(form.fields, 'contract') ?? ''
    const isNew = step.filing === true || value[field] !== before?.[field]
    const contract = isNew ? await contractOf(db, value[field]) : undefined
    const code = contract && outOfForce(contract, todayOf(at))
    if (code !== undefined) return [{ field, code }]
    return contract ? otherSupplier(step, contract) : []
  },
}

/** Reason why no purchases under a contract are allowed; undefined if it is in force. */
function outOfForce(contract: FormValue, today: string): string | undefined {
  if (contract['execState'] === execState.terminated) return 'contracts.notInForce'
  if (contract['execState'] === execState.completed) return 'contracts.closed'
  return isExpired(contract, today) ? 'contracts.expired' : undefined
}

/** Sets the last prices from the newest completed contract with the same supplier in the same currency. */
const lastUnitPrices: DocumentExtension = {
  concerns: ['purchaseContract'],

  async prepare(step) {
    const rows = rowsAt(step.value, 'items')
    const materials = [...new Set(rows.map(({ material }) => material).filter((id): id is string => typeof id === 'string' && id !== ''))]
    if (step.filing !== true || materials.length === 0) return {}
    const prices = await lastPrices(step, materials)
    return { items: rows.map((row) => ({ ...row, contractPrice: prices.get(String(row['material'])) ?? null })) }
  },
}

async function lastPrices({ db, form, document, value: { supplier, currencyType } }: DocumentStep,
  materials: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ material: string; price: string | null }>`
    select distinct on (line ->> 'material') line ->> 'material' as material, line ->> 'unitPrice' as price
      from document, jsonb_array_elements(document.value -> 'items') line
      where document.type = ${form.key} and document.state = 'completed' and document.id <> ${document.id}
        and document.value ->> 'supplier' = ${supplier ?? null} and document.value ->> 'currencyType' = ${currencyType ?? null}
        and line ->> 'material' = any(${materials})
      order by line ->> 'material', document.ended_at desc`.execute(db)
  return new Map(rows.flatMap(({ material, price }) => (price === null ? [] : [[material, price] as const])))
}

/** Contracts not started or in execution that expire soon or have expired. */
const endingContracts: ActionItemSource = {
  id: 'endingContracts',
  cn: '30天内到期的合同',
  en: 'Contracts expiring within 30 days',
  enOne: 'Contract that expires within 30 days',
  path: contract.path,
  needs: canLedger.edit,
  async count({ db, at }) {
    const { count } = await db.selectFrom('contract_ledger').select((eb) => eb.fn.countAll<string>().as('count'))
      .where('exec_state', 'in', ['0', '1']).where('del_flag', '=', 0).where('expiry_date', '<=', nearUntil(todayOf(at)))
      .executeTakeFirstOrThrow()
    return Number(count)
  },
}

const derived = referenceSource(contract, contractRules)

/** Contracts as references in forms, named by their contract names. */
const contractSource: ReferenceSource = {
  ...derived,
  find: async (db, ids, reader) => (await derived.find(db, ids, reader)).map(named),
  async candidates(db, query, reader) {
    const { records, total } = await derived.candidates(db, query, reader)
    return { records: records.map(named), total }
  },
}

const named = (record: Awaited<ReturnType<typeof derived.find>>[number]) => ({ ...record,
  name: String(record['contractName'] ?? record.code).replaceAll('/', '／'),
  decimals: ['amount', 'unpaidAmount'].filter((wire) => wire in record) })

export default defineServer({
  id: 'contracts',
  migrations,
  routes,
  records: { contract: contractRules },
  references: { contract: contractSource },
  extensions: [clauseReviewers, lastUnitPrices, completedContracts, payingContracts, linkedContracts],
  contributes: [
    samples,
    statisticsRegisters.of({ name: 'contracts', rows: countedContracts, reads: contractReads,
      records: (ids) => recordsOfEntries(contractEntries(ids)) }),
  ],
  actionItems: [endingContracts],
  jobs: [contractReminders],
  audits: [contractAudit],
})
