import { sql, type SqlBool } from 'kysely'
import { Decimal } from 'decimal.js'
import type { FormValue } from '#kernel/values/value.ts'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import { decimalOf } from '#kernel/values/money.ts'
import type { Db } from '#server/database/tables.ts'
import { records, type StoredRecord, type Writer } from '#server/resources/records.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { contract, contractTypes } from '#plugins/contracts/contract.ts'
import '../tables.ts'
import { payingTypes } from '../ledger/ledger.ts'

/** Payment terms of a contract in order: a value of the dictionary `paymentStage`, and the field of its percentage. */
const stages = [
  { stage: '1', percent: 'prepayPercent' },
  { stage: '2', percent: 'receiptPercent' },
  { stage: '3', percent: 'acceptancePercent' },
  { stage: '4', percent: 'warrantyPercent' },
] as const

/** A payment term with its share of the contract, in the contract's currency. */
interface Term {
  readonly stage: string
  readonly percent: number
  readonly amount: Decimal
}

/** Amount of each term, rounded half up to the cent; the last gets the remainder. Terms of a framework contract have no amounts. */
export function termsOf(contract: FormValue): readonly Term[] {
  const total = amountOf(contract)
  const shares = stages.map(({ stage, percent }) => ({ stage, percent: Number(contract[percent] ?? 0) })).filter(({ percent }) =>
    percent > 0
  )
  const amounts = shares.map(({ percent }) => total.mul(percent).div(100).toDecimalPlaces(2, Decimal.ROUND_HALF_UP))
  const before = amounts.slice(0, -1).reduce((sum, amount) => sum.plus(amount), new Decimal(0))
  const isWhole = shares.reduce((sum, { percent }) => sum + percent, 0) === 100
  return shares.map((share, index) => ({ ...share,
    amount: isWhole && index === shares.length - 1 ? total.minus(before) : amounts[index]! })
  )
}

/** Amount of a contract in its currency; 0 for a framework contract, which has no limit. */
export const amountOf = ({ amount }: FormValue): Decimal => decimalOf(amount as string | null) ?? new Decimal(0)

/** Fields that only a document may change. */
const lockedFields = Object.entries<{ readonly locked?: string }>(contract.fields).flatMap(([key, field]) => (field.locked ? [key] : []))

/** Contract types without payment percentages. */
const undivided = ['nda', 'quality']

/** Prepares values written by a document, which were already validated by the rules of its form. */
export const writtenByDocument = async (step: RecordStep): Promise<FormValue> => {
  refuse(consistency(step.value))
  return filled(step)
}

/** Rules of manual changes: locked fields are unchanged, and dates, terms and amount are consistent. */
export const contractRules: RecordRules = {
  async prepare(step) {
    const { value, before } = step
    refuse([...(before?.['businessKey'] ? changedLocked(value, before) : []), ...consistency(value)])
    if (value['isSupplementary'] === true) await demandMain(step, value)
    return filled(step)
  },

  constraints: {
    contract_no: { code: 'contracts.numberExists', fields: ['contractNo'] },
    contract_overdrawn: { code: 'contracts.belowPaid', fields: ['amount'] },
    contract_percentages: { code: 'contracts.percentages', fields: ['prepayPercent'] },
    contract_dates: { code: 'contracts.expiryBeforeSigning', fields: ['expiryDate'] },
    contract_framework: { code: 'contracts.frameworkAmount', fields: ['amount'] },
    contract_parties: { code: 'contracts.oneParty', fields: ['customer'] },
  },

  /**
   * Restricts the contracts offered in a form to those with its supplier or customer that are not terminated. Forms that pay contracts or
   * supplement them offer expired and completed ones as well; what is bought under a contract needs one in force.
   */
  narrow: ({ supplier, customer }, { form, today }) =>
    sql<SqlBool>`${
      needsForce(form) ? sql`exec_state in ('0', '1') and coalesce(expiry_date, ${today}::date) >= ${today}::date` : sql`exec_state <> '3'`
    }
    and ${typeof supplier === 'string' && supplier !== '' ? sql`(supplier is null or supplier = ${supplier})` : sql`true`}
    and ${typeof customer === 'string' && customer !== '' ? sql`(customer is null or customer = ${customer})` : sql`true`}`,
}

const needsForce = (form: string | undefined): boolean => form !== undefined && !payingTypes.includes(form) && !contractTypes.includes(form)

/** Sets computed fields, and defaults of empty ones. */
function filled({ value, by, before }: RecordStep): FormValue {
  const concerned = [value['ownerPerson'], ...((before?.['people'] ?? [by]) as readonly unknown[])].filter((id): id is string =>
    typeof id === 'string'
  )
  const usual: FormValue = {
    isSupplementary: false,
    execState: '1',
    effectiveDate: value['signDate'],
    revision: 1,
    attachments: [],
    amountRmb: value['currencyType'] === 'CNY' ? value['amount'] : null,
  }
  return { ...Object.fromEntries(Object.entries(usual).map(([key, instead]) => [key, value[key] ?? instead])),
    people: [...new Set(concerned)] }
}

const changedLocked = (value: FormValue, before: FormValue): FieldProblem[] =>
  lockedFields.filter((key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(before[key] ?? null)).map((field) => ({ field,
    code: 'contracts.locked', parameters: { no: String(before['businessNo'] ?? '') } })
  )

function consistency(value: FormValue): FieldProblem[] {
  const { signDate, expiryDate } = value
  const amountCode = amountProblem(value)
  return [
    ...(isDivided(value) ? [] : [{ field: 'prepayPercent', code: 'contracts.percentages' }]),
    ...(amountCode === undefined ? [] : [{ field: 'amount', code: amountCode }]),
    ...(typeof signDate === 'string' && typeof expiryDate === 'string' && expiryDate <= signDate
      ? [{ field: 'expiryDate', code: 'contracts.expiryBeforeSigning' }]
      : []),
    ...(value['supplier'] && value['customer'] ? [{ field: 'customer', code: 'contracts.oneParty' }] : []),
  ]
}

/** Returns whether the percentages sum up to 100; also true while some are missing. */
function isDivided(value: FormValue): boolean {
  const shares = stages.map(({ percent }) => value[percent])
  const total = shares.reduce<number>((sum, share) => sum + Number(share), 0)
  const isUndivided = undivided.includes(String(value['contractType'])) && total === 0
  return shares.some((share) => typeof share !== 'number') || total === 100 || isUndivided
}

/** Problem with the amount: framework contracts have none, other contracts need one unless they only promise something. */
function amountProblem(value: FormValue): string | undefined {
  const [type, isNothing] = [String(value['contractType']), amountOf(value).isZero()]
  if (type === 'framework') return isNothing ? undefined : 'contracts.frameworkAmount'
  return isNothing && !undivided.includes(type) ? 'contracts.noAmount' : undefined
}

/** The main contract of a supplement must be another contract that is not terminated. */
async function demandMain({ db, id }: RecordStep, { mainContract }: FormValue): Promise<void> {
  if (typeof mainContract !== 'string') return refuse([{ field: 'mainContract', code: 'contracts.noMain' }])
  const main = await db.selectFrom('contract_ledger').select(['id', 'exec_state']).where('id', '=', mainContract).where('del_flag', '=', 0)
    .executeTakeFirst()
  if (!main || main.id === id || main.exec_state === '3') refuse([{ field: 'mainContract', code: 'contracts.mainNotCompleted' }])
}

function refuse(problems: readonly FieldProblem[]): void {
  if (problems[0]) throw new Refused('error.invalidInput', {}, problems)
}

/** Record repository of the contract ledger. */
export const contracts = records(contract, contractRules)

/** Reads a contract; undefined if it does not exist or was deleted. */
export async function contractOf(db: Db, id: unknown): Promise<StoredRecord | undefined> {
  if (typeof id !== 'string' || id === '') return undefined
  const row = await db.selectFrom('contract_ledger').select('id').where('id', '=', id).where('del_flag', '=', 0).executeTakeFirst()
  return row && contracts.one(db, row.id)
}

/** Values of the dictionary of execution states. */
export const execState = { notStarted: '0', running: '1', completed: '2', terminated: '3', expired: '4' } as const

/** Returns whether a contract has expired, even if the job has not marked it yet. */
export const isExpired = ({ execState: state, expiryDate }: FormValue, today: string): boolean =>
  state === execState.expired || (typeof expiryDate === 'string' && expiryDate < today)

/** Inserts contracts without documents, like an import. @returns their ids */
export async function saveContracts(db: Db, all: readonly FormValue[], writer: Writer): Promise<string[]> {
  const ids: string[] = []
  for (const each of all) ids.push(await contracts.insert(db, each, writer))
  return ids
}
