import { newId } from '#server/identity/id.ts'
import type { Db } from '#server/database/tables.ts'
import type { JourneyRisk, JourneyType } from '../../journeys/journey-wire.ts'
import type { Leg } from './sources.ts'
import '../tables.ts'

const rank: Readonly<Record<JourneyRisk, number>> = { none: 0, middle: 1, high: 2 }

/** The highest of several levels. */
export const highest = (levels: readonly JourneyRisk[]): JourneyRisk =>
  levels.reduce<JourneyRisk>((worst, level) => (rank[level] > rank[worst] ? level : worst), 'none')

/** Returns whether a level is higher than another. */
export const isAbove = (level: JourneyRisk, other: JourneyRisk): boolean => rank[level] > rank[other]

export interface NewJourney {
  readonly traveller: string
  readonly department: string | null
  readonly companions: readonly string[]
  readonly journeyType: JourneyType
  readonly businessKey: string | null
  readonly remark: string | null
  readonly oneWay: boolean
  /** At least one leg, ordered by time. */
  readonly legs: readonly Leg[]
  readonly by: string
  readonly at: Date
}

export type RiskOf = (area: readonly string[]) => JourneyRisk

/** Repository of journeys with their segments. */
export const journeys = (db: Db, riskOf: RiskOf) => ({
  /** Adds journeys. @returns their ids in the same order */
  async add(news: readonly NewJourney[]): Promise<string[]> {
    if (news.length === 0) return []
    const rows = news.map((journey) => ({ ...columnsOf(journey, riskOf), id: newId(), create_by: journey.by, create_time: journey.at }))
    await db.insertInto('journey_record').values(rows).execute()
    await db.insertInto('journey_segment').values(rows.flatMap(({ id }, index) => segmentRows(id, news[index]!.legs, riskOf))).execute()
    return rows.map(({ id }) => id)
  },

  /** Replaces a journey including its segments. */
  async change(id: string, journey: NewJourney): Promise<void> {
    await db.updateTable('journey_record').set((eb) => ({ ...columnsOf(journey, riskOf), version: eb('version', '+', 1) })).where('id', '=',
      id).execute()
    await db.deleteFrom('journey_segment').where('journey_id', '=', id).execute()
    await db.insertInto('journey_segment').values(segmentRows(id, journey.legs, riskOf)).execute()
  },

  /** Deletes the journeys of a withdrawn document. */
  async removeOf(businessKey: string, at: Date): Promise<void> {
    await db.updateTable('journey_record').set({ del_flag: 1, update_time: at }).where('business_key', '=', businessKey).where('del_flag',
      '=', 0).execute()
  },
})

function columnsOf({ traveller, department, companions, journeyType, businessKey, remark, oneWay, legs, by, at }: NewJourney,
  riskOf: RiskOf) {
  return {
    traveller_id: traveller,
    department_id: department,
    companions: [...companions],
    journey_type: journeyType,
    business_key: businessKey,
    remark,
    one_way: oneWay,
    update_by: by,
    update_time: at,
    depart_time: legs[0]!.departTime,
    arrive_time: legs.at(-1)!.arriveTime,
    risk_level: highest(legs.flatMap(({ from, to }) => [riskOf(from), riskOf(to)])),
  }
}

const segmentRows = (journey: string, legs: readonly Leg[], riskOf: RiskOf) =>
  legs.map(({ from, to, departTime, arriveTime, transport, fare }, sort) => ({
    journey_id: journey,
    sort,
    starting_area: [...from],
    destination_area: [...to],
    starting_risk: riskOf(from),
    destination_risk: riskOf(to),
    depart_time: departTime,
    arrive_time: arriveTime,
    transport,
    fare,
  }))
