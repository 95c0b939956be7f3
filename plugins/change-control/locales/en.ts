import type cn from './cn.ts'

export default {
  'change.lineMove': 'State change not allowed',
  'change.notExecuted': 'Some lines are not executed',
  'change.delayReason': 'Enter the reason for delay',
  'change.lineLocked': 'The line is being changed: {no}',
  'change.materialOpen': 'Material {code} is in an open ECN: {no}',
  'change.needsReview': 'A major change needs a completed ECN review form',
  'change.noChangeMaster': 'The SAP change master was not created',
  'change.closedLine': 'A closed line cannot be changed',
  'change.lineGone': 'The original line is no longer there',
  'change.notReleased': 'The ECN hasn’t passed its change owner yet and can’t be changed',
  'change.ecnOpen': 'ECN {no} has open lines',
  'change.versionNotHigher': 'The version must be higher than the previous one',
} satisfies Record<keyof typeof cn, string>
