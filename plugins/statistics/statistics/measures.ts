import type { Feel } from '#kernel/fields.ts'
import type { Dimension, Measure, StatisticsPage } from '#kernel/statistics.ts'

export const documents = { cn: '单据数', en: 'Documents', unit: 'documents',
  hint: { cn: '每张单据计一次，即使有多行或多个部门；合计可能小于各行之和',
    en:
      'Each document counts once, however many items or departments it has, so the total may be less than the sum of the rows' } } satisfies Measure

/** A measure in RMB. */
export const amount = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'amount', ...rest })
/** A measure that counts things; of documents there is {@link documents}. */
export const count = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'count', ...rest })
/** A measure in days. */
export const days = (cn: string, en: string, rest: Partial<Measure> = {}): Measure => ({ cn, en, unit: 'days', ...rest })

/** The department that pays, and the person whom a document is for, of pages that count rows of documents. */
export const ofDocuments = { department: { cn: '承担部门', en: 'Bearing department' },
  person: { cn: '申请人', en: 'Applicant' } } satisfies Pick<StatisticsPage, 'department' | 'person'>

/** The state of the document, for pages that count documents in approval beside completed ones. */
export const state = { cn: '单据状态', en: 'State', of: { dict: 'docState' } } satisfies Dimension

/** The approved and the requested amount of a row, in RMB at the document's rate. */
export const approvedRmb: Feel = 'rmb(approvedAmount, header.exchangeRate)'
export const requestedRmb: Feel = 'rmb(amount, header.exchangeRate)'

/** 1 where a condition holds. */
export const once = (condition: Feel): Feel => `if ${condition} then 1 else 0`

/** A condition as a value of the dictionary of yes and no. */
export const yesNo = (condition: Feel): Feel => `if ${condition} then "1" else "0"`

/** The part of the whole that a row comes to. */
export const share = (of: Feel): Measure => ({ cn: '占比', en: 'Share', unit: 'percent', of, isShare: true })

interface Apportionment {
  /** Amount of the document that its rows share, and what they share it by, which adds up to `total`. */
  readonly whole: Feel
  readonly by: string
  readonly total: Feel
}

/** A row's part of an amount of its document: to the cent, and all rows together exactly the amount. Rows stand in the table `items`. */
export function apportioned({ whole, by, total }: Apportionment): Feel {
  const place = 'index of(header.items.rowId, item.rowId)[1]'
  const upTo = (last: Feel) => `decimal(${whole} * sum(sublist(header.items, 1, ${last})[${by} != null].${by}) / ${total}, 2)`
  return `if ${whole} = null or ${whole} = 0 or ${total} = 0 then 0 else ${upTo(place)} - (if ${place} = 1 then 0 else ${
    upTo(`${place} - 1`)
  })`
}

/** A figure that a document adds once, in the first of the rows of a table. */
export const inFirstRow = (figure: Feel, table = 'items'): Feel => `if item.rowId = header.${table}[1].rowId then ${figure} else 0`
