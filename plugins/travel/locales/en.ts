import type cn from './cn.ts'

export default {
  'approval.opinionActualEndTime': 'The opinion must contain the return time',
  'forms.allowanceChanged': 'Another claim has just been paid a day of this itinerary. Submit again',
  'forms.carTaken': 'Car {plate} is already taken in this period',
  'forms.notOnTrip': 'You are neither the applicant nor a companion of trip {no}',
  'forms.notTraveller': 'Choose the applicant or a companion of the linked trips',
  'forms.taxiOverlap': 'Taxi request {no} already covers this period',
  'forms.tripOverlap': '{name} is already on trip {no} in this period',
  'forms.tripPeriodNamed': '{no} is linked to this trip, so its dates can’t be changed',
  'permission.office:journey:view': 'View trips',
  'journeys.times': 'Departure time must be earlier than arrival time',
  'journeys.samePlace': 'The destination must be different from the place of departure',
  'journeys.place': 'Choose a valid place',
  'journeys.companions': 'Choose other people whose accounts are active, each once',
  'journeys.overlap': 'Itinerary periods must not overlap',
  'journeys.ofDocument': 'This trip comes from document {no} and can’t be changed here',
  'distances.samePlace': 'Choose two different places',
  'distances.known': 'The distance between these places is already in the table',
  'drivers.registered': 'This person is already registered',
  'drivers.none': 'No driving licence is registered for this driver. Ask the fleet team',
  'drivers.expires': 'This licence expires on {date}, before the car is due back',
} satisfies Record<keyof typeof cn, string>
