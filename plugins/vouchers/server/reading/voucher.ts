/** Layouts that are read; each is a standard's. */
export type VoucherKind = 'digital' | 'older' | 'ordinary' | 'rail' | 'air'

export type VoucherField =
  | 'number'
  | 'code'
  | 'issueDate'
  | 'buyerName'
  | 'buyerTaxNo'
  | 'sellerName'
  | 'sellerTaxNo'
  | 'net'
  | 'tax'
  | 'otherCharges'
  | 'total'
  | 'originalNumber'
  | 'travelDate'
  | 'departureTime'
  | 'departure'
  | 'destination'
  | 'seat'
  | 'passenger'
  | 'item'
  | 'quantity'
  | 'checkCode'
  | 'businessType'

/** One value as it was found. */
export interface FieldReading {
  /** A date is `2026-11-20`, an amount has two decimals, in RMB. */
  readonly value: string
  /** Path of the element, or the label, that it comes from. */
  readonly source: string
  /** False where a person has to look: the source is not structured, or amounts do not add up. */
  readonly certain: boolean
  /** The trust in its kind of source, see {@link certaintyOf}. */
  readonly certainty: number
  /** The other value that the same page states: the amount in words, where that in figures differs. */
  readonly otherwise?: string
}

/** The trust in each kind of source. Only a structured file is certain. */
export const certaintyOf = { structured: 1, tags: 0.9, customData: 0.85, text: 0.8, picture: 0.75, doubtful: 0.5 } as const
export type Rung = keyof typeof certaintyOf

/** A part of a journey by air, of an itinerary that has several. */
export interface Segment {
  readonly departure: string
  readonly destination: string
  readonly date: string
  /** `08:15`; absent where it is not given. */
  readonly time?: string
}

export interface Voucher {
  readonly kind: VoucherKind
  /** Names of the files that say it: one voucher may come in several formats. */
  readonly files: readonly string[]
  readonly fields: Readonly<Partial<Record<VoucherField, FieldReading>>>
  /** In their order; absent where there is one or none, whose places and time are fields. */
  readonly segments?: readonly Segment[]
}

/** The reason for which a file was not read. */
export type ProblemCode =
  | 'vouchers.unsupported'
  | 'vouchers.notVoucher'
  | 'vouchers.noCode'
  | 'vouchers.encrypted'
  | 'vouchers.damaged'
  | 'vouchers.tooLarge'
  | 'vouchers.hostile'

export interface FileProblem {
  readonly file: string
  readonly code: ProblemCode
}

/** The vouchers of a file; a zip may hold vouchers beside files that are none. */
export interface FileReading {
  readonly vouchers: readonly Voucher[]
  readonly problems: readonly FileProblem[]
}

/** A file cannot be read. */
export class Unread extends Error {
  override readonly name = 'Unread'

  constructor(readonly code: ProblemCode) {
    super(code)
  }
}
