import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'

/** Cars, taxis and meals that name a trip: the trip shows the cars, and keeps its period while they are alive. */
export const linkedRides: DocumentExtension = {
  early: true,
  concerns: ({ fields }) => fields['dispatchList'] !== undefined && fields['itinerary']?.columns !== undefined,

  async prepare({ db, document }) {
    const rows = await owners(db, document.id).where('document.type', '=', 'dispatchCar').execute()
    return { dispatchList: rows.map(({ id }) => id) }
  },

  async check({ db, value, before, document }) {
    const isMoved = before !== undefined && ['startTime', 'endTime'].some((key) => textAt(before, key) !== textAt(value, key))
    if (!isMoved) return []
    const [owner] = await owners(db, document.id).where('document.type', 'in', ['taxiApply', 'dispatchCar', 'entertainmentApply']).limit(1)
      .execute()
    return owner ? [{ field: 'itinerary', code: 'forms.tripPeriodNamed', parameters: { no: owner.number } }] : []
  },
}

const owners = (db: Parameters<NonNullable<DocumentExtension['check']>>[0]['db'], target: string) =>
  db.selectFrom('document_link').innerJoin('document', 'document.id', 'document_link.owner').select(['document.id', 'document.number'])
    .where('document_link.target', '=', target).where('document.state', 'in', ['inApproval', 'completed']).orderBy('document.number')
