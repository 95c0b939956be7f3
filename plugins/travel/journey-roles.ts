import type { DeclaredFieldRole } from '#kernel/plugin.ts'

declare module '#kernel/fields/definition.ts' {
  interface FieldRoles {
    /** Traveller of a journey, or the guests of a stay. */
    traveller: true
    /** Origin and destination; a table with `placeFrom` and `timeFrom` is an itinerary. */
    placeFrom: true
    placeTo: true
    timeFrom: true
    timeTo: true
    travelClass: true
    /** Fee for a refund or change. */
    changeFee: true
    /** Place and days of a stay. */
    place: true
    dayFrom: true
    dayTo: true
  }
}

/** Field roles of rows with a journey or a stay. */
export const journeyRoles: readonly DeclaredFieldRole[] = [
  { role: 'traveller', kinds: ['person', 'people'], inRows: true },
  { role: 'placeFrom', kinds: ['cascader'], inRows: true },
  { role: 'placeTo', kinds: ['cascader'], inRows: true },
  { role: 'timeFrom', kinds: ['datetime'], inRows: true },
  { role: 'timeTo', kinds: ['datetime'], inRows: true },
  { role: 'travelClass', kinds: ['select'], inRows: true },
  { role: 'changeFee', kinds: ['money'], inRows: true },
  { role: 'place', kinds: ['cascader'], inRows: true },
  { role: 'dayFrom', kinds: ['date'], inRows: true },
  { role: 'dayTo', kinds: ['date'], inRows: true },
]
