import type cn from './cn.ts'

export default {
  'permission.office:journey:view': 'View journeys',
  'journeys.times': 'Departure time must be earlier than arrival time',
  'journeys.samePlace': 'The destination must differ from the departure',
  'journeys.place': 'Choose a valid area',
  'journeys.overlap': 'Itinerary periods must not overlap',
  'journeys.ofDocument': 'Document {no} made this journey: it cannot be changed here',
} satisfies Record<keyof typeof cn, string>
