/** The base path of the calls of journeys. */
export const journeyPath = '/oaserver/journeyRecord'

/** Values of the dictionary of sources: entered manually, or created by a document. */
export const journeyTypes = ['1', '2', '3', '4', '12'] as const
export type JourneyType = (typeof journeyTypes)[number]

export const riskLevelNames = ['high', 'middle', 'none'] as const
export type JourneyRisk = (typeof riskLevelNames)[number]

/** States of a journey: upcoming, ongoing or past. */
export const journeyStates = ['upcoming', 'ongoing', 'past'] as const
export type JourneyState = (typeof journeyStates)[number]

export interface JourneySegment {
  /** Area codes, from the province or country down. */
  readonly startingAreaCode: readonly string[]
  readonly destinationAreaCode: readonly string[]
  readonly startingRiskLevel: JourneyRisk
  readonly destinationRiskLevel: JourneyRisk
  /** yyyy-MM-dd HH:mm:ss */
  readonly departTime: string
  readonly arriveTime: string
  readonly transport: string | null
  /** Fare per person in the document's currency. */
  readonly fare: string | null
}

/** A journey of one person. */
export interface Journey {
  readonly id: string
  readonly travellerId: string
  /** "中文/English" */
  readonly travellerName: string
  readonly companions: readonly string[]
  readonly departTime: string
  readonly arriveTime: string
  readonly oneWay: boolean
  readonly journeyType: JourneyType
  readonly state: JourneyState
  readonly riskLevel: JourneyRisk
  readonly remark: string | null
  /** Id of the document that created it; number and type are also shown to readers who may not open it. */
  readonly businessKey: string | null
  readonly businessNo: string | null
  readonly businessType: string | null
  readonly segments: readonly JourneySegment[]
  /** True if the reader may change or delete it. */
  readonly own: boolean
  readonly version: number
}

/** A person's days on a trip. */
export interface Absence {
  readonly id: string
  readonly travellerId: string
  /** "中文/English" */
  readonly travellerName: string
  /** yyyy-MM-dd, both inclusive. */
  readonly from: string
  readonly to: string
  /** Area codes of the first leg's destination. */
  readonly destination: readonly string[]
}

/** Absences in a week within the units that a person heads. */
export interface TeamWeek {
  /** Name of the common unit, "中文/English"; null if there are several. */
  readonly unit: string | null
  readonly people: number
  readonly awayToday: number
  /** yyyy-MM-dd, Monday to Sunday. */
  readonly days: readonly string[]
  readonly today: string
  readonly absences: readonly Absence[]
}
