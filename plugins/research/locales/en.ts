import type cn from './cn.ts'

export default {
  'research.monthFull': 'The member’s hours of the month exceed {hours}',
  'research.notMapped': 'The project isn’t in the R&D project mapping',
  'research.patentExists': 'The application no. already exists',
  'research.settled': 'Document {no} settled this: it cannot be changed in the register',
  'research.stateBeforeFiling': 'The date can’t be before the filing date',
  'research.dayFull': 'A day has at most 24 hours',
  'research.finishedInFuture': 'The date can’t be in the future',
  'research.finishedMissing': 'Enter when it was finished',
  'research.hoursInFuture': 'The date can’t be in the future',
  'research.hoursTwice': 'Hours of this type on this project are already entered for the day',
  'research.noHours': 'Hours must be greater than 0',
  'research.notDone': 'With a finishing date the status is Done',
  'research.requestExists': 'The request no. already exists',
} satisfies Record<keyof typeof cn, string>
