import type { Feel } from '#kernel/fields.ts'
import type { Label } from '#kernel/wording/label.ts'
import type { Dimension, Measure, StatisticsPage } from '#plugins/statistics/statistics-page.ts'

export const documents = { cn: '单据数', en: 'Documents', unit: 'documents',
  hint: { cn: '每张单据计一次，即使有多行或多个部门；合计可能小于各行之和',
    en:
      'Each document counts once, however many items or departments it has, so the total may be less than the sum of the rows' } } satisfies Measure

/** A measure that counts the entries of a register. */
export const entries = (cn: string, en: string, hint: Label): Measure => ({ ...documents, cn, en, hint })

/** A measure in RMB. */
export const amount = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'amount', ...rest })
/** A count; for documents use {@link documents}. */
export const count = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'count', ...rest })
/** A measure in days. */
export const days = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'days', ...rest })

/** Labels of department and person on pages that count rows of documents: bearing department and applicant. */
export const ofDocuments = { department: { cn: '承担部门', en: 'Bearing department' },
  person: { cn: '申请人', en: 'Applicant' } } satisfies Pick<StatisticsPage, 'department' | 'person'>

/** Dimension for the state of the document, for pages that count documents in approval as well as completed ones. */
export const state = { cn: '单据状态', en: 'State', of: { dict: 'docState' } } satisfies Dimension

/** Approved amount of a row, in RMB at the document's rate; `requestedRmb` is the requested one. */
export const approvedRmb: Feel = 'rmb(approvedAmount, header.exchangeRate)'
export const requestedRmb: Feel = 'rmb(amount, header.exchangeRate)'

/** An expression that is 1 if the condition holds, else 0. */
export const once = (condition: Feel): Feel => `if ${condition} then 1 else 0`

/** An expression for a condition as a value of the yes/no dictionary: "1" or "0". */
export const yesNo = (condition: Feel): Feel => `if ${condition} then "1" else "0"`

/** A measure for a row's share of the total. */
export const share = (of: Feel): Measure => ({ cn: '占比', en: 'Share', unit: 'percent', of, isShare: true })

interface Apportionment {
  /** Amount of the document to distribute over its rows, the row field to distribute it by, and the sum of that field. */
  readonly whole: Feel
  readonly by: string
  readonly total: Feel
}

/** A row's share of a document's amount, rounded to the cent so that the shares of the table `items` add up exactly. */
export function apportioned({ whole, by, total }: Apportionment): Feel {
  const place = 'index of(header.items.rowId, item.rowId)[1]'
  const upTo = (last: Feel) => `decimal(${whole} * sum(sublist(header.items, 1, ${last})[${by} != null].${by}) / ${total}, 2)`
  return `if ${whole} = null or ${whole} = 0 or ${total} = 0 then 0 else ${upTo(place)} - (if ${place} = 1 then 0 else ${
    upTo(`${place} - 1`)
  })`
}

/** A figure that counts once per document: in the first row of a table, 0 in the others. */
export const inFirstRow = (figure: Feel, table = 'items'): Feel => `if item.rowId = header.${table}[1].rowId then ${figure} else 0`
