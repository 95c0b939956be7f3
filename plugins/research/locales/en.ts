import type cn from './cn.ts'

export default {
  'research.monthFull': 'This member’s hours for the month exceed {hours}',
  'research.notMapped': 'The project isn’t in the R&D project mapping',
  'research.patentExists': 'The application no. already exists',
  'research.locked': 'This comes from document {no} and can’t be changed in the register',
  'research.stateBeforeFiling': 'The date can’t be before the filing date',
  'research.dayFull': 'Hours can’t exceed 24 a day',
  'research.finishedInFuture': 'The date can’t be in the future',
  'research.finishedMissing': 'Enter the completion date',
  'research.hoursInFuture': 'The date can’t be in the future',
  'research.hoursTwice': 'Hours of this type on this project are already entered for the day',
  'research.noHours': 'Hours must be greater than 0',
  'research.notDone': 'A request with a completion date must be Done',
  'research.requestExists': 'The request no. already exists',
} satisfies Record<keyof typeof cn, string>
