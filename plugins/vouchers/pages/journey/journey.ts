import { keyAs } from '#kernel/fields/roles.ts'
import type { FieldRole, Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { invoiceTables } from '#plugins/forms/invoice-roles.ts'

/** Codes of province and city, or of a country. */
export type Place = readonly string[]

/** A leg printed on a ticket. */
export interface TicketLeg {
  /** Absent for an unknown station. */
  readonly from?: Place
  readonly to?: Place
  /** yyyy-MM-dd */
  readonly day?: string
  /** HH:mm */
  readonly time?: string
}

/** The data of a voucher that is relevant for a journey. */
export interface JourneyVoucher {
  readonly id: string
  /** `ticket`: by air or rail; `stay`: of a hotel; `ride`: of a taxi. */
  readonly sort: 'ticket' | 'stay' | 'ride' | 'other'
  readonly number?: string
  /** Number of the voucher that it credits, refunds or replaces. */
  readonly original?: string
  /** Business of a ticket other than a sale. */
  readonly business?: 'refund' | 'change'
  /** Gross total in RMB; negative for credit notes. */
  readonly total?: string
  /** Day of issue. */
  readonly day?: string
  /** Id of the traveller. @default the applicant */
  readonly traveller?: string
  readonly ways: readonly TicketLeg[]
  /** City of the hotel. */
  readonly place?: Place
  /** Number of nights on a hotel invoice. */
  readonly nights?: number
}

/** A leg entered in the form, or one derived from a ticket. */
export interface Leg {
  /** Id of the form's row; absent for a leg of a ticket. */
  readonly rowId?: string
  readonly traveller: string
  readonly from?: Place
  readonly to?: Place
  readonly day?: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly start?: string
  readonly end?: string
  /** Proposed by a trip request and unchanged. */
  readonly isPlanned?: boolean
}

export interface KnownLeg extends Leg {
  readonly rowId: string
  readonly isPlanned: boolean
}

export interface KnownFare {
  readonly rowId: string
  readonly traveller: string
  readonly from?: Place
  readonly to?: Place
  readonly day?: string
  readonly amount?: string
  readonly isPlanned: boolean
}

/** Hotel nights already entered in the form. */
interface KnownStay {
  readonly guests: readonly string[]
  readonly from?: string
  readonly to?: string
}

/** The journey as entered in the form so far. */
export interface FormJourney {
  readonly applicant: string
  readonly legs: readonly KnownLeg[]
  readonly fares: readonly KnownFare[]
  readonly stays: readonly KnownStay[]
}

export interface NewLeg extends Leg {
  /** Id of the planned row that the ticket replaces. */
  readonly replaces?: string
}

/** A cost claimed for a voucher, together with its credit notes. */
export interface Cost {
  readonly vouchers: readonly string[]
  /** Absent if the voucher has no total. */
  readonly amount?: string
}

export interface Fare extends Cost {
  readonly traveller?: string
  readonly from?: Place
  readonly to?: Place
  readonly day?: string
  readonly changeFee?: string
  readonly replaces?: string
}

export interface Stay extends Cost {
  readonly place?: Place
  readonly from?: string
  readonly to?: string
  readonly guests?: readonly string[]
}

/** A voucher that is not claimed, with the reason. */
export interface LeftOut {
  readonly voucher: string
  readonly reason: 'repeated' | 'takenBack' | 'refunded' | 'changed' | 'withoutOriginal'
}

export type JourneyQuestion =
  | { readonly kind: 'noTicketBack' | 'noTicketBetween'; readonly traveller: string; readonly from: Place; readonly to: Place;
    readonly after: string }
  | { readonly kind: 'noHotel'; readonly traveller: string; readonly place: Place; readonly from: string; readonly to: string }
  | { readonly kind: 'plannedFare'; readonly rowId: string; readonly traveller: string; readonly from: Place; readonly to: Place;
    readonly day?: string; readonly amount?: string }
  | { readonly kind: 'arrival'; readonly rowId?: string; readonly traveller: string; readonly to: Place; readonly start: string }

export interface Journey {
  readonly legs: readonly NewLeg[]
  readonly fares: readonly Fare[]
  readonly stays: readonly Stay[]
  readonly others: readonly Cost[]
  readonly leftOut: readonly LeftOut[]
  readonly questions: readonly JourneyQuestion[]
}

/** Returns whether two places are in the same city, or the same country if they have no city. */
export const isSamePlace = (one: Place | undefined, other: Place | undefined): boolean =>
  one !== undefined && other !== undefined && (one[1] ?? one[0]) === (other[1] ?? other[0])

const dayLength = 86_400_000
const stamp = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The day a number of days later; earlier if negative. */
export const dayAfter = (day: string, days: number): string => new Date(stamp(day) + days * dayLength).toISOString().slice(0, 10)

/** Number of days between two dates; 1 to the next day. */
export const daysFrom = (from: string, to: string): number => Math.round((stamp(to) - stamp(from)) / dayLength)

/** The nights from one day until another, by their first day; empty if `to` is not later. */
export const nightsFrom = (from: string, to: string): readonly string[] =>
  Array.from({ length: Math.max(0, daysFrom(from, to)) }, (_, index) => dayAfter(from, index))

/** The day (yyyy-MM-dd) of a timestamp. */
export const dayOf = (moment: string): string => moment.slice(0, 10)

const minuteStamp = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`)

/** Adds the duration from `start` to `end` to `moment`. */
export const laterAsBetween = (moment: string, start: string, end: string): string =>
  new Date(minuteStamp(moment) + minuteStamp(end) - minuteStamp(start)).toISOString().slice(0, 19).replace('T', ' ')

/** The tables of a form with the parts of a journey. */
export interface JourneyTables {
  readonly legs: string
  readonly fares: string
  readonly stays: string
  readonly others: string
}

/** Finds the tables by the roles of their columns; undefined if the form has no such tables. */
export function journeyTables({ fields }: Pick<Form, 'fields'>): JourneyTables | undefined {
  const invoiced = invoiceTables(fields)
  const having = (tables: readonly string[], roles: readonly FieldRole[]) =>
    tables.find((table) => hasAll(fields[table]?.columns ?? {}, roles))
  const legs = having(Object.keys(fields).filter((key) => !invoiced.includes(key)), ['traveller', 'placeFrom', 'placeTo', 'timeFrom',
    'timeTo'])
  const fares = having(invoiced, ['placeFrom', 'placeTo', 'travelDate'])
  const stays = having(invoiced, ['place', 'dayFrom', 'dayTo'])
  const others = having(invoiced, ['expenseDate'])
  return legs === undefined || fares === undefined || stays === undefined || others === undefined
    ? undefined
    : { legs, fares, stays, others }
}

const hasAll = (columns: Fields, roles: readonly FieldRole[]): boolean => roles.every((role) => keyAs(columns, role) !== undefined)

/** Target table for a sort of voucher. */
export const tableOfSort = (tables: JourneyTables, sort: JourneyVoucher['sort']): string =>
  tables[({ ticket: 'fares', ride: 'fares', stay: 'stays', other: 'others' } as const)[sort]]

type Present<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> }

/** Copies an object without its undefined properties. */
export const withoutUndefined = <Value extends object>(value: Value): Present<Value> =>
  Object.fromEntries(Object.entries(value).filter(([, held]) => held !== undefined)) as Present<Value>
