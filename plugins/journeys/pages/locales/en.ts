import type { cn } from './cn.ts'

export const en = {
  title: 'My trips', detail: 'Trip details', add: 'Add trip', edit: 'Edit trip', remove: 'Delete', cancel: 'Cancel', change: 'Edit', open: 'Details',
  list: 'List', calendar: 'Calendar', view: 'View', all: 'All', states: 'Time', types: 'Source',
  upcoming: 'Upcoming', ongoing: 'In progress', past: 'Past',
  high: 'High risk', middle: 'Medium risk', none: 'No risk',
  from: 'From', to: 'To', departs: 'Departure', arrives: 'Arrival', transport: 'Transport', fare: 'Fare', source: 'Source', document: 'Document', traveller: 'Traveller', companions: 'Companions', risk: 'Risk level', remark: 'Remarks', oneWay: 'One way', roundTrip: 'Round trip', way: 'One way or round trip',
  empty: 'No trips', emptyText: 'Approved trips, taxis and cars show up here. You can also add trips yourself.', noneFound: 'No matching trips', show: 'Show all',
  segments: 'Segments', segment: 'Segment {n}', removeAsk: 'Delete this trip?', removed: 'Deleted', saved: 'Saved', before: 'Previous month', after: 'Next month', today: 'Today', month: '{month}/{year}',
  more: '{n} trips', missing: 'This trip doesn’t exist, or you don’t have access to it', back: 'Back to my trips',
  mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun',
} satisfies Record<keyof typeof cn, string>
