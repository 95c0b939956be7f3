import type { cn } from './cn.ts'

export const en = {
  title: 'My trips', detail: 'Trip details', add: 'Add a journey', edit: 'Change the journey', remove: 'Delete', cancel: 'Cancel', change: 'Change', open: 'Details',
  list: 'List', calendar: 'Calendar', view: 'View', all: 'All', states: 'Time', types: 'Source',
  upcoming: 'Upcoming', ongoing: 'Under way', past: 'Past',
  high: 'High risk', middle: 'Medium risk', none: 'No risk',
  from: 'From', to: 'To', departs: 'Departure', arrives: 'Arrival', transport: 'Transport', fare: 'Fare', source: 'Source', document: 'Document', traveller: 'Traveller', companions: 'Companions', risk: 'Risk level', remark: 'Remarks', oneWay: 'One way', roundTrip: 'Round trip', way: 'Way',
  empty: 'No journeys', emptyText: 'Approved trips, taxis and cars appear here; you may add journeys of your own too.', noneFound: 'No journey matches', show: 'Show all',
  segments: 'Segments', segment: 'Segment {n}', removeAsk: 'Delete this journey?', removed: 'Deleted', saved: 'Saved', before: 'Previous month', after: 'Next month', today: 'Today', month: '{month}/{year}',
  more: '{n} journeys', missing: 'The journey does not exist, or you may not see it', back: 'Back to my trips',
  mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun',
} satisfies Record<keyof typeof cn, string>
