/** A value that the server read from a file. */
export interface ReadField {
  readonly value: string
  /** False if the value needs review. */
  readonly certain: boolean
}

/** A voucher in a file; the browser ignores unknown fields. */
export interface ReadVoucher {
  readonly kind: string
  readonly fields: Readonly<Record<string, ReadField | undefined>>
  /** Dictionary value of our company that is the buyer; null if the buyer is not one of ours. */
  readonly company?: string | null
  /** The buyer is our company, but the tax number does not belong to it. */
  readonly isTaxNoWrong?: true
  /** Number of the document that already uses it; empty if the reader may not see that document. */
  readonly usedIn?: string
  /** Last verification by the tax authority's service. */
  readonly verification?: ReadVerification
  /** Id of the user with the passenger's name, if unambiguous. */
  readonly traveller?: string
  /** Legs of the journey on a ticket. */
  readonly ways?: readonly TicketPart[]
  /** City at the beginning of the seller's name. */
  readonly sellerPlace?: readonly string[]
}

export interface ReadVerification {
  readonly outcome: 'genuine' | 'different' | 'unknown' | 'voided'
  readonly message: string
  readonly at: string
}

export interface TicketPart {
  /** Codes of province and city; absent for an unknown station. */
  readonly from?: readonly string[]
  readonly to?: readonly string[]
  readonly day?: string
  /** `08:15` */
  readonly time?: string
}

/** Response of `POST /oaserver/voucher/read`. */
export interface ReadAnswer {
  readonly vouchers: readonly ReadVoucher[]
  /** True if a verification service is configured. */
  readonly isVerifiable?: boolean
}
