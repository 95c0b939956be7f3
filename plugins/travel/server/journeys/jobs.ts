import { nowOf, todayOf } from '#kernel/values/dates.ts'
import type { Db } from '#server/database/tables.ts'
import { transaction } from '#server/database/transaction.ts'
import { hours, type Job, minutes } from '#server/jobs/job.ts'
import { notify } from '#server/messages/notify.ts'
import { riskLevels } from '#plugins/system/server/public-api.ts'
import type { JourneyRisk } from '../../journeys/journey-wire.ts'
import { type JourneyHead, journeyHeads } from './heads.ts'
import { highest, isAbove } from './risk.ts'
import './tables.ts'
import type { MessageKind } from '#kernel/message-kind.ts'
import { journeyRisk, journeySoon } from '../../journeys/message-kinds.ts'

/** Job that reminds travellers a day before departure, once per journey. */
export const journeyReminders: Job = {
  name: 'journeyReminders',
  every: minutes(30),
  async run({ db, at }) {
    const until = nowOf(new Date(at.getTime() + hours(24)))
    const due = await journeyHeads(db, { after: nowOf(at), until })
    for (const journey of due) await notifyOf(db, journeySoon, journey, { at })
  },
}

/** Job that updates the risk of upcoming journeys and notifies their travellers if it has risen. */
export const journeyRisks: Job = {
  name: 'journeyRisks',
  every: minutes(30),
  async run({ db, at }) {
    const riskOf = await riskLevels(db, todayOf(at))
    for (const journey of await journeyHeads(db, { after: nowOf(at) })) await transaction(db, (tx) => judge(tx, journey, { at, riskOf }))
  },
}

async function judge(db: Db, journey: JourneyHead,
  { at, riskOf }: { at: Date; riskOf: (area: readonly string[]) => JourneyRisk }): Promise<void> {
  const segments = await db.selectFrom('journey_segment').select(['sort', 'starting_area', 'destination_area']).where('journey_id', '=',
    journey.id).execute()
  const level = highest(segments.flatMap(({ starting_area: from, destination_area: to }) => [riskOf(from), riskOf(to)]))
  if (level === journey.risk) return
  await db.updateTable('journey_record').set({ risk_level: level }).where('id', '=', journey.id).execute()
  for (const { sort, starting_area: from, destination_area: to } of segments) {
    await db.updateTable('journey_segment').set({ starting_risk: riskOf(from), destination_risk: riskOf(to) }).where('journey_id', '=',
      journey.id).where('sort', '=', sort)
      .execute()
  }
  if (isAbove(level, journey.risk)) await notifyOf(db, journeyRisk, journey, { at, level: levels[level] })
}

const levels: Readonly<Record<JourneyRisk, string>> = { high: '高风险/High', middle: '中风险/Medium', none: '无/None' }

/** Notifies the traveller; idempotent per journey and level. */
const notifyOf = (db: Db, kind: MessageKind, { id, traveller, departs, from, to }: JourneyHead,
  { at, level }: { readonly at: Date; readonly level?: string }) =>
  notify(db, {
    kind,
    recipients: [traveller],
    at,
    once: `${id} ${level ?? ''}`,
    params: { urlPage: `/travel-detail?id=${id}` },
    blanks: { from, to, time: departs.slice(0, 16), ...(level !== undefined && { level }) },
  })
