/** Supported voucher layouts, each defined by a standard. */
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

/** A field's value as read from a source. */
export interface FieldReading {
  /** Normalized value: dates as `2026-11-20`, amounts in RMB with two decimals. */
  readonly value: string
  /** Element path or label that it was read from. */
  readonly source: string
  /** False if it needs review: the source is not structured, or the amounts do not add up. */
  readonly certain: boolean
  /** Trust in the kind of source, see {@link certaintyOf}. */
  readonly certainty: number
  /** Contradictory value on the same page, e.g. the amount in words. */
  readonly otherwise?: string
}

/** Trust in each kind of source, 0 to 1; only structured files are certain. */
export const certaintyOf = { structured: 1, tags: 0.9, customData: 0.85, text: 0.8, picture: 0.75, doubtful: 0.5 } as const
export type Rung = keyof typeof certaintyOf

/** A leg of an air itinerary with several flights. */
export interface Segment {
  readonly departure: string
  readonly destination: string
  readonly date: string
  /** HH:mm; absent if not printed. */
  readonly time?: string
}

export interface Voucher {
  readonly kind: VoucherKind
  /** Names of the files it was read from; one voucher may be present in several formats. */
  readonly files: readonly string[]
  readonly fields: Readonly<Partial<Record<VoucherField, FieldReading>>>
  /** Legs in order; absent for a single flight, whose places and time are fields. */
  readonly segments?: readonly Segment[]
}

/** Text codes of reasons why a file was not read. */
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

/** Vouchers and problems of a file; a zip may have both. */
export interface FileReading {
  readonly vouchers: readonly Voucher[]
  readonly problems: readonly FileProblem[]
}

/** Thrown if a file cannot be read. */
export class Unread extends Error {
  override readonly name = 'Unread'

  constructor(readonly code: ProblemCode) {
    super(code)
  }
}
