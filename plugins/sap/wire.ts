/** An interface to SAP, with the released service that it uses. */
export interface SapInterfaceRow {
  readonly call: string
  readonly kind: 'posting' | 'reading'
  readonly protocol: string
  readonly api: string
  /** Entity set or function of the service; null at the gateway. */
  readonly entity: string | null
  readonly isReleased: boolean
  /** SAP judges a posting before the last approver passes. */
  readonly isChecked: boolean
  readonly isSet: boolean
  /** Document types that use it, "中文/English". */
  readonly forms: readonly string[]
}

export interface SapInterfaces {
  /** Base addresses; null where none is set up. */
  readonly system: string | null
  readonly gateway: string | null
  readonly interfaces: readonly SapInterfaceRow[]
}
