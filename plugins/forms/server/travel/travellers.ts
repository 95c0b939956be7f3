import { rowsAt } from '#kernel/evaluate/rows.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import { textAt } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import { textsAt, tripsOf } from './read.ts'

/** The claimant of a trip was on it, and so was everybody for whom something is claimed. */
export const travellers: DocumentExtension = {
  concerns: ({ fields }) => fields['tripRows']?.columns !== undefined && fields['tripLinks'] !== undefined,

  async check({ db, value, document }) {
    const trips = await tripsOf(db, textsAt(value, 'tripLinks'))
    if (trips.length === 0) return []
    const isStrange = trips.find(({ people }) => !people.includes(document.starter) && !people.includes(textAt(value, 'applicant') ?? ''))
    const everybody = new Set(trips.flatMap(({ people }) => people))
    const wrong = (field: string, people: readonly (string | undefined)[]): FieldProblem[] =>
      people.some((person) => person !== undefined && !everybody.has(person)) ? [{ field, code: 'forms.notTraveller' }] : []
    return [
      ...(isStrange ? [{ field: 'tripLinks', code: 'forms.notOnTrip', parameters: { no: isStrange.number } }] : []),
      ...rowsAt(value, 'tripRows').flatMap((row, index) => wrong(`tripRows.${index}.traveler`, [textAt(row, 'traveler')])),
      ...rowsAt(value, 'transportRows').flatMap((row, index) => wrong(`transportRows.${index}.traveler`, [textAt(row, 'traveler')])),
      ...rowsAt(value, 'hotelRows').flatMap((row, index) => wrong(`hotelRows.${index}.persons`, textsAt(row, 'persons'))),
    ]
  },
}

/** A person who names a trip as the reason of a ride was on it. */
export const ridersOfTrip: DocumentExtension = {
  concerns: ({ fields }) =>
    fields['tripLink']?.links?.includes('businessTrip') === true && (fields['taxiVehicle'] ?? fields['driver']) !== undefined,

  async check({ db, value, document }) {
    const trips = await tripsOf(db, textsAt(value, 'tripLink'))
    const strange = trips.find(({ people }) => !people.includes(document.starter))
    return strange ? [{ field: 'tripLink', code: 'forms.notOnTrip', parameters: { no: strange.number } }] : []
  },
}
