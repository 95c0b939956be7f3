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
  | 'departure'
  | 'destination'

/** One value as it was found. */
export interface Reading {
  /** A date is `2026-11-20`, an amount has two decimals, in RMB. */
  readonly value: string
  /** Path of the element that it comes from. */
  readonly source: string
  /** False where amounts do not add up: a person has to look. */
  readonly certain: boolean
}

export interface Voucher {
  readonly kind: VoucherKind
  /** Names of the files that say it: one voucher may come in several formats. */
  readonly files: readonly string[]
  readonly fields: Readonly<Partial<Record<VoucherField, Reading>>>
}

/** Why a file was not read. */
export type ProblemCode =
  | 'vouchers.unsupported'
  | 'vouchers.notVoucher'
  | 'vouchers.encrypted'
  | 'vouchers.damaged'
  | 'vouchers.tooLarge'
  | 'vouchers.hostile'

export interface FileProblem {
  readonly file: string
  readonly code: ProblemCode
}

/** What a file holds; a zip may hold vouchers beside files that are none. */
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
