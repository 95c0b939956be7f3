import { approve, copy, defineFlow, initiator, personIn } from '#kernel/flow.ts'
import { bearingDeptHead, deptHead, viceGm } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

export const flow = defineFlow([
  deptHead,
  bearingDeptHead(),
  viceGm(`estimatedFare > ${limits.of('taxiApply', 'viceGm')}`),
  approve('usageConfirm', initiator, { cn: '用车确认', en: 'Usage confirmation', manual: true, confirms: true, when: 'taxiVehicle = "3"' }),
  copy('ccFinish', personIn('passengers'), { cn: '抄送', en: 'CC' }),
])
