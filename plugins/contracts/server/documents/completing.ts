import { sql } from 'kysely'
import { todayOf } from '#kernel/values/dates.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { splitName } from '#kernel/wording/names.ts'
import type { Reason } from '#approval/types.ts'
import type { Db } from '#server/database/tables.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { records } from '#server/resources/records.ts'
import { contract, contractTypes } from '#plugins/contracts/contract.ts'
import '../tables.ts'
import { contractRules, writtenByDocument } from '../records/contracts.ts'

/** The ledger for documents: writes fields that are otherwise locked. */
const ledger = records(contract, { ...contractRules, prepare: writtenByDocument })

/** Writes the contract to the ledger when its document is completed, and terminates it when that is undone. */
export const completedContracts: DocumentExtension = {
  concerns: contractTypes,

  async prepare(step) {
    const { node, value } = step
    const name = await partyName(step)
    const number = node === 'archive' && !value['contractNo'] ? { contractNo: await nextNumber(step.db, value, todayOf(step.at)) } : {}
    return { ...number, ...(name !== undefined && { counterparty: name }) }
  },

  check: async (step) => (step.node === 'start' ? [...(await mainProblems(step)), ...(await partyProblems(step))] : []),

  onCompleted: keep,

  async onPosted({ db, document, number }) {
    await db.updateTable('contract_ledger').set({ sap_agreement_no: number, version: sql`version + 1` }).where('business_key', '=',
      document).execute()
  },

  async onReleased({ db, document }, _, wasCompleted) {
    if (wasCompleted)
      await db.updateTable('contract_ledger').set({ exec_state: '3', version: sql`version + 1` }).where('business_key', '=', document.id)
        .execute()
  },

  undoRefusal: ({ db, document }) => whyKept(db, document.id),
}

/** Columns copied from the document to the ledger. */
const taken = [
  'contractNo',
  'contractName',
  'contractClass',
  'contractType',
  'isSupplementary',
  'mainContract',
  'subjectType',
  'currencyType',
  'amount',
  'amountRmb',
  'signCompany',
  'counterparty',
  'supplier',
  'customer',
  'prepayPercent',
  'receiptPercent',
  'acceptancePercent',
  'warrantyPercent',
  'prepaymentWriteOffDate',
  'signDate',
  'effectiveDate',
  'expiryDate',
  'ownerPerson',
  'storageLocation',
  'storageNo',
] as const

/** Inserts the contract, or updates it as a further version. */
async function keep({ db, document, value, actor, at }: DocumentStep): Promise<void> {
  const terms: FormValue = { ...Object.fromEntries(taken.map((key) => [key, value[key] ?? null])), departmentId: value['applicantDept'],
    businessKey: document.id, businessNo: document.number ?? null, execState: '1' }
  const known = await db.selectFrom('contract_ledger').select(['id', 'version', 'revision']).where('business_key', '=', document.id).where(
    'del_flag',
    '=',
    0,
  ).forUpdate()
    .executeTakeFirst()
  const revision = (known?.revision ?? 0) + 1
  const id = known ? known.id : await ledger.insert(db, { ...terms, revision }, { by: document.starter, at })
  if (known) await ledger.update(db, { ...terms, revision, id: known.id, version: known.version }, { by: actor.id, at })
  await db.insertInto('contract_version').values({ contract_id: id, revision, document_id: document.id, snapshot: JSON.stringify(terms),
    created_by: actor.id, created_at: at })
    .execute()
}

/** The main contract of a supplement must be in force and have the same counterparty. */
async function mainProblems({ db, value }: DocumentStep): Promise<FieldProblem[]> {
  const { isSupplementary, mainContract, counterparty } = value
  if (isSupplementary !== true || typeof mainContract !== 'string') return []
  const main = await db.selectFrom('contract_ledger').select(['counterparty', 'exec_state']).where('id', '=', mainContract).where(
    'del_flag',
    '=',
    0,
  ).executeTakeFirst()
  if (!main || main.exec_state === '3') return [{ field: 'mainContract', code: 'contracts.mainNotCompleted' }]
  return main.counterparty === counterparty ? [] : [{ field: 'mainContract', code: 'contracts.mainOfOther' }]
}

/** Reason why a contract cannot be undone: payments held or paid, or supplements in force or in approval. */
async function whyKept(db: Db, document: string): Promise<Reason | undefined> {
  const row = await db
    .selectFrom('contract_ledger')
    .select('contract_ledger.id')
    .where('business_key', '=', document)
    .where((eb) =>
      eb.or([
        eb('paid_amount', '<>', '0'),
        eb('held_amount', '<>', '0'),
        eb.exists(
          eb.selectFrom('contract_ledger as supplement').select('supplement.id').whereRef('supplement.main_contract', '=',
            'contract_ledger.id')
            .where('supplement.exec_state', '<>', '3').where('supplement.del_flag', '=', 0),
        ),
        eb.exists(
          eb.selectFrom('document').select('document.id').where('document.type', 'in', [...contractTypes]).where('document.state', '=',
            'inApproval')
            .where(sql<boolean>`document.value->>'mainContract' = contract_ledger.id`),
        ),
      ])
    )
    .executeTakeFirst()
  return row ? { code: 'contracts.inUse', parameters: {} } : undefined
}

const letters: Readonly<Record<string, string>> = { purchase: 'P', sales: 'S', ancillary: 'A' }

/** Next contract number by company, class and year, e.g. `SZ-P-2026-0001`; concurrent calls get different numbers. */
async function nextNumber(db: Db, { signCompany, contractClass }: FormValue, today: string): Promise<string> {
  const prefix = `${String(signCompany)}-${letters[String(contractClass)] ?? 'X'}-${today.slice(0, 4)}-`
  await sql`select pg_advisory_xact_lock(hashtextextended(${`contract number ${prefix}`}, 0))`.execute(db)
  const { last } = await db
    .selectFrom('contract_ledger')
    .select(sql<number>`coalesce(max(right(contract_no, 4)::integer), 0)`.as('last'))
    .where('contract_no', '~', `^${prefix}[0-9]{4}$`)
    .executeTakeFirstOrThrow()
  return `${prefix}${String(last + 1).padStart(4, '0')}`
}

/** Name of the contract's supplier or customer record; undefined if the counterparty is free text. */
async function partyName({ db, value, references }: Pick<DocumentStep, 'db' | 'value' | 'references'>): Promise<string | undefined> {
  for (const kind of ['supplier', 'customer'] as const) {
    const id = value[kind]
    const [record] = typeof id === 'string' && id !== '' ? ((await references.source(kind)?.find(db, [id])) ?? []) : []
    if (record) return splitName(record.name).cn
  }
  return undefined
}

/** Refuses contracts of a company with itself. */
async function partyProblems(
  { db, value: { counterparty, signCompany } }: Pick<DocumentStep, 'db' | 'value'>,
): Promise<FieldProblem[]> {
  if (typeof counterparty !== 'string' || typeof signCompany !== 'string') return []
  const company = await db.selectFrom('sys_dict_data').select(['label', 'local_name']).where('type', '=', 'company').where('value', '=',
    signCompany).executeTakeFirst()
  return [company?.label, company?.local_name].includes(counterparty.trim())
    ? [{ field: 'counterparty', code: 'contracts.withOneself' }]
    : []
}
