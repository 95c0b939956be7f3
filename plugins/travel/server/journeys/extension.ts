import { nowOf, todayOf } from '#kernel/values/dates.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { DocumentExtension, DocumentStep } from '#server/extensions/document-extension.ts'
import { riskLevels } from '#plugins/system/server/public-api.ts'
import { journeyHeads, notifyChanged } from './notifications.ts'
import { highest, journeys, type RiskOf } from './journeys.ts'
import { journeySources, type Leg } from './sources.ts'

/** Sets the risk level of travel documents, and creates journeys of the travellers on completion. */
export const journeysOfDocuments: DocumentExtension = {
  concerns: [...journeySources.keys()],

  async prepare({ db, form, value, at, filing, before }) {
    if (!(filing ?? before === undefined)) return {}
    const source = journeySources.get(form.key)!
    const riskOf = await riskLevels(db, todayOf(at))
    const [from, to] = source.ends
    const area = (codes: unknown) => (Array.isArray(codes) ? riskOf(codes as string[]) : 'none')
    return {
      riskLevel: highest(source.places(value).map(riskOf)),
      journeyJson: journeyText([...source.legs(value).values()].flat(), riskOf),
      ...(source.marks &&
        {
          [source.marks]: rowsAt(value, source.marks).map((row) => ({ ...row, startingRiskLevel: area(row[from]),
            destinationRiskLevel: area(row[to]) })
          ),
        }),
    }
  },

  async onCompleted(step) {
    const { db, form, value, document, at, actor } = step
    const source = journeySources.get(form.key)!
    const legs = new Map([...source.legs(value)].filter(([, own]) => own.length > 0))
    const riskOf = await riskLevels(db, todayOf(at))
    await journeys(db, riskOf).add([...legs].map(([traveller, own]) => ({
      traveller,
      department: departmentOf(step, traveller),
      companions: [...legs.keys()].filter((other) => other !== traveller),
      journeyType: source.journeyType,
      businessKey: document.id,
      remark: null,
      oneWay: !isRoundTrip(own),
      legs: inOrder(own),
      by: actor.id,
      at,
    })))
  },

  async onReleased({ db, document, at, actor }) {
    for (const head of await journeyHeads(db, { after: nowOf(at), businessKey: document.id }))
      await notifyChanged(db, head, { people: [head.traveller], by: actor.id, at, isGone: true })
    await journeys(db, () => 'none').removeOf(document.id, at)
  },
}

/** JSON of a document's distinct legs by time, for the document picker. */
function journeyText(legs: readonly Leg[], riskOf: RiskOf): string {
  const described = inOrder(legs).map(({ from, to, departTime, arriveTime, transport }) =>
    JSON.stringify({
      startingAreaCode: from,
      destinationAreaCode: to,
      startingRiskLevel: riskOf(from),
      destinationRiskLevel: riskOf(to),
      departTime,
      arriveTime,
      transport,
    })
  )
  return `[${[...new Set(described)].join(',')}]`
}

const inOrder = (legs: readonly Leg[]) => legs.toSorted((left, right) => left.departTime.localeCompare(right.departTime))

const departmentOf = ({ directory }: DocumentStep, person: string) => directory.person(person)?.departments[0] ?? null

const isRoundTrip = (legs: readonly Leg[]) => legs.length > 1 && String(legs[0]!.from.slice(0, 2)) === String(legs.at(-1)!.to.slice(0, 2))
