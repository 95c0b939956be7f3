import { type SqlBool, sql } from 'kysely'
import { type FieldProblem, Refused } from '#kernel/errors.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { RecordRules, RecordStep } from '#server/resources/rules.ts'
import { contract } from '#plugins/contracts/contract.ts'
import { amountOf, stages } from '#plugins/contracts/stages.ts'
import { contractTypes } from '#plugins/contracts/types/keys.ts'
import { payingTypes } from '../ledger/payments.ts'
import '../tables.ts'

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
