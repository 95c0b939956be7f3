/** A payment term of a contract; amounts in the contract's currency, null without a cap. */
export interface TermWire {
  readonly stage: string
  readonly percent: number
  readonly amount: string | null
  readonly paid: string
  readonly held: string
  readonly open: string | null
}

/** A payment; its document is only included for readers who may open it. */
export interface PaymentWire {
  readonly stage: string
  readonly kind: 'held' | 'paid'
  readonly amount: string
  readonly amountRmb: string
  readonly happenTime: string
  readonly businessType: string | null
  readonly businessNo: string | null
  readonly procInstId: string | null
}

/** Ledger data of a contract, in addition to its record. */
export interface ContractBookWire {
  readonly terms: readonly TermWire[]
  readonly payments: readonly PaymentWire[]
  readonly supplements: readonly { readonly id: string; readonly contractNo: string; readonly contractName: string;
    readonly amount: string | null; readonly execState: string }[]
  readonly versions: readonly { readonly revision: number; readonly createTime: string; readonly amount: string | null;
    readonly expiryDate: string | null }[]
  /** The document that approved it, if the caller may read it. */
  readonly document: { readonly businessType: string; readonly businessNo: string; readonly procInstId: string } | null
}
