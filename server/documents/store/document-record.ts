import { Decimal } from 'decimal.js'
import type { DocumentStatus } from '#approval/types.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { accessWithout, confidentialPaths } from '#kernel/fields/confidential.ts'
import { disclosedValue } from '#kernel/fields/disclosure.ts'
import { rmbNames } from '#kernel/evaluate/plan/context-names.ts'
import { keyAs } from '#kernel/fields/roles.ts'
import type { Form } from '#kernel/form.ts'
import { inRmb, moneyText } from '#kernel/values/money.ts'
import { bilingual, composeName } from '#kernel/wording/names.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Caller } from '#server/identity/caller.ts'
import type { ReferenceRecord } from '#server/host.ts'
import { accessIn } from '../values/disclosed-values.ts'
import { stateCodes } from '../wire.ts'

/** A document with what live documents have bound of it. */
export interface DocumentFigures {
  readonly id: string
  readonly number: string
  readonly type: string
  readonly title: string
  readonly title_en: string
  readonly state: DocumentStatus
  readonly starter: string
  readonly applicant: string
  readonly department: string
  readonly started_at: Date
  readonly ended_at: Date | null
  readonly amount: string | null
  readonly claimable: string | null
  readonly value: FormValue
  readonly owners: string | null
  readonly taken: string | null
  readonly claimed_by: string | null
}

/**
 * A filed document as expressions, pickers and labels see it: the plain values of its header (`option.carKind`),
 * and over them what is true of every document. Amounts are decimal texts in RMB; `decimals` names the texts that
 * expressions read as numbers. A `reader` finds of the value what they are shown of the document.
 */
export function recordOf(row: DocumentFigures, form: Form | undefined, reader?: Caller): ReferenceRecord {
  const { id, number, type, title, title_en: titleEn, state, starter, applicant, department, started_at: started, ended_at: ended,
    amount } = row
  const value = form ? disclosedValue(row.value, accessOf(form, row, reader)) : row.value
  return {
    ...plainValues(form, value),
    ...rmbValues(form, value),
    id,
    name: composeName({ cn: half(title), en: half(titleEn) }),
    enabled: true,
    businessNo: number,
    businessType: type,
    processName: form ? bilingual(form) : type,
    title,
    titleEn,
    state: stateCodes[state],
    starter,
    applicant,
    department,
    createTime: nowOf(started),
    endTime: ended && nowOf(ended),
    period: periodOf(form, value),
    amount,
    remaining: remaining(row.claimable, row.taken),
    claimedBy: row.claimed_by,
    bound: Number(row.owners ?? 0),
    decimals: [...decimalsOf(form), 'amount', 'remaining'],
  }
}

/** A confidential field is in no other document, whoever reads or calculates. */
const accessOf = (form: Form, row: DocumentFigures, reader: Caller | undefined) =>
  accessWithout(confidentialPaths(form.fields), reader ? accessIn({ form, reader, document: row }) : () => 'full')

/** The first slash of a stored name parts its halves, so a title's own slash becomes its full-width form. */
const half = (text: string) => text.replaceAll('/', '／')

/** The rest that documents which claim it have left. */
function remaining(claimable: string | null, taken: string | null): string | null {
  if (claimable === null) return null
  return Decimal.max(0, new Decimal(claimable).minus(taken ?? 0)).toFixed(2)
}

/** Amounts in RMB under the names by which the form's own expressions know them. */
function rmbValues(form: Form | undefined, value: FormValue): FormValue {
  if (!form) return {}
  const held = keyAs(form.fields, 'exchangeRate')
  const rate = held === undefined ? '1' : (value[held] as string | undefined)
  return Object.fromEntries(Object.entries(rmbNames(form.fields)).map(([name, amount]) => {
    const converted = inRmb(value[amount] as string | undefined, rate)
    return [name, converted && moneyText(converted)]
  }))
}

const decimalKinds: ReadonlySet<string | undefined> = new Set(['money', 'number', 'percent'])

/** Names of the attributes whose texts are decimals. */
const decimalsOf = (form: Form | undefined): string[] =>
  form
    ? [
      ...Object.entries(form.fields).filter(([, { kind, result }]) => decimalKinds.has(kind) || decimalKinds.has(result)).map(([key]) =>
        key
      ),
      ...Object.keys(rmbNames(form.fields)),
    ]
    : []

const plain: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** People are a list of ids; other lists say nothing by themselves. */
const plainValues = (form: Form | undefined, value: FormValue): FormValue =>
  Object.fromEntries(
    Object.entries(value).filter(([key, inner]) =>
      plain.has(typeof inner) ? form?.fields[key] !== undefined : form?.fields[key]?.kind === 'people'
    ),
  )

/** The days that a document is about: of its first range of dates, or from a date that starts to one that ends. */
function periodOf(form: Form | undefined, value: FormValue): readonly [string, string] | null {
  const range = Object.entries(form?.fields ?? {}).find(([key, { kind }]) => kind === 'daterange' && Array.isArray(value[key]))
  const [from, to] = range ? (value[range[0]] as readonly unknown[]) : [dayOf(value, /^start/), dayOf(value, /^end/)]
  return typeof from === 'string' && typeof to === 'string' ? [from, to] : null
}

function dayOf(value: FormValue, name: RegExp): string | undefined {
  const [, found] =
    Object.entries(value).find(([key, inner]) => name.test(key) && typeof inner === 'string' && /^\d{4}-\d\d-\d\d/.test(inner)) ?? []
  return typeof found === 'string' ? found.slice(0, 10) : undefined
}
