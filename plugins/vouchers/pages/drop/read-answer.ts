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
  /** The tax number beside our company's name is not ours. */
  readonly isTaxNoWrong?: true
  /** Number of the document that uses it already; empty where the reader may not know which. */
  readonly usedIn?: string
  /** The last answer of the tax authority's service about it. */
  readonly verification?: ReadVerification
  /** Id of the person with the passenger's name. */
  readonly traveller?: string
  /** The parts of the journey that a ticket is for. */
  readonly ways?: readonly TicketPart[]
  /** The city that the seller's name begins with. */
  readonly sellerPlace?: readonly string[]
}

export interface ReadVerification {
  readonly outcome: 'genuine' | 'different' | 'unknown' | 'voided'
  readonly message: string
  readonly at: string
}

export interface TicketPart {
  /** Province and city; absent where the station is not known. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly day?: string
  /** `08:15` */
  readonly time?: string
}

/** Answer of `POST /oaserver/voucher/read`. */
export interface ReadAnswer {
  readonly vouchers: readonly ReadVoucher[]
  /** True where a service that verifies invoices is set up. */
  readonly isVerifiable?: boolean
}
