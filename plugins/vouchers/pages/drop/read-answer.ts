/** One value as the server found it in a file. */
export interface ReadField {
  readonly value: string
  /** False where a person has to look. */
  readonly certain: boolean
}

/** A voucher in a file; fields that the browser does not know yet are left alone. */
export interface ReadVoucher {
  readonly kind: string
  readonly fields: Readonly<Record<string, ReadField | undefined>>
  /** Value of the company that it was issued to; null where it is none of ours. */
  readonly company?: string | null
  /** Number of the document that uses it already; empty where the reader may not know which. */
  readonly usedIn?: string
}

/** Answer of `POST /oaserver/voucher/read`. */
export interface ReadAnswer {
  readonly vouchers: readonly ReadVoucher[]
}
