/** Codes of province and city, or of a country. */
export type Place = readonly string[]

/** A part of a ticket's journey. */
export interface TicketLeg {
  /** Absent where the station is not known. */
  readonly from?: Place
  readonly to?: Place
  /** yyyy-MM-dd */
  readonly day?: string
  /** HH:mm */
  readonly time?: string
}

/** The part of a voucher that says something about a journey. */
export interface JourneyVoucher {
  readonly id: string
  /** `ticket`: by air or rail; `stay`: of a hotel; `ride`: of a taxi. */
  readonly sort: 'ticket' | 'stay' | 'ride' | 'other'
  readonly number?: string
  /** Number of the voucher that it takes back, refunds or replaces. */
  readonly original?: string
  /** The purpose of a ticket, where it is no sale. */
  readonly business?: 'refund' | 'change'
  /** In RMB; negative in red letters. */
  readonly total?: string
  /** Day of issue. */
  readonly day?: string
  /** Absent: whoever files. */
  readonly traveller?: string
  readonly ways: readonly TicketLeg[]
  /** City of the hotel. */
  readonly place?: Place
  /** The nights on a hotel's invoice. */
  readonly nights?: number
}

/** A leg that stands in the form, or that a ticket tells. */
export interface Leg {
  /** Of the row, where it stands in the form. */
  readonly rowId?: string
  readonly traveller: string
  readonly from?: Place
  readonly to?: Place
  readonly day?: string
  /** yyyy-MM-dd HH:mm:ss */
  readonly start?: string
  readonly end?: string
  /** Proposed by a trip request and not touched since. */
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

/** Nights that stand in the form. */
export interface KnownStay {
  readonly guests: readonly string[]
  readonly from?: string
  readonly to?: string
}

/** The values that the form holds already. */
export interface FormJourney {
  readonly applicant: string
  readonly legs: readonly KnownLeg[]
  readonly fares: readonly KnownFare[]
  readonly stays: readonly KnownStay[]
}

export interface NewLeg extends Leg {
  /** The planned row that the ticket makes true. */
  readonly replaces?: string
}

/** The cost that is claimed of vouchers: of one, or of one with those that take a part of it back. */
export interface Cost {
  readonly vouchers: readonly string[]
  /** Absent where the voucher does not tell it. */
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

/** The reason for which a voucher is claimed by no row. */
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

/** Districts of one city are one place; a country has no cities here. */
export const isSamePlace = (one: Place | undefined, other: Place | undefined): boolean =>
  one !== undefined && other !== undefined && (one[1] ?? one[0]) === (other[1] ?? other[0])
