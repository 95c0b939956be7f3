import type cn from './cn.ts'

export default {
  'permission.office:journey:view': 'View trips',
  'journeys.times': 'Departure time must be earlier than arrival time',
  'journeys.samePlace': 'The destination must be different from the place of departure',
  'journeys.place': 'Choose a valid place',
  'journeys.overlap': 'Itinerary periods must not overlap',
  'journeys.ofDocument': 'This trip comes from document {no} and can’t be changed here',
} satisfies Record<keyof typeof cn, string>
