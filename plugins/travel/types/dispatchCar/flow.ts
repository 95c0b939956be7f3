import { approve, both, copy, defineFlow, initiator, personIn, role } from '#kernel/flow.ts'
import { deptHead, viceGm } from '#plugins/forms/kit.ts'

/** Approver at departure and return: the initiator or the driver records the times. */
const rider = both(initiator, personIn('driver'))

export const flow = defineFlow([
  deptHead,
  viceGm('totalDistanceKm > 300 or carKind = "2"'),
  approve('fleetAssign', role('fleetManager'), { cn: '车队派车', en: 'Fleet assignment', manual: true, when: 'carKind = "1"' }),
  approve('carOut', rider, { cn: '出车登记', en: 'Check-out', manual: true, confirms: true }),
  approve('carReturn', rider, { cn: '还车登记', en: 'Return', manual: true, confirms: true, opinionMustContain: ['actualEndTime'] }),
  approve('fleetConfirm', role('fleetManager'), { cn: '车队确认', en: 'Fleet check', manual: true, when: 'carKind = "1"' }),
  copy('ccFinish', personIn('passengers'), { cn: '抄送', en: 'CC' }),
])
