import { approve, copy, defineFlow, departmentHead, initiator, personIn, vicePresident } from '../../../../../src/kernel/flow.ts'
import { deptHead } from '../../../mixins/nodes.ts'

export const flow = defineFlow([
  deptHead,
  approve('bearingDeptHead', departmentHead('bearingDept'), {
    cn: '费用承担部门负责人', en: 'Bearing department head', mode: 'all', when: 'bearingDept != applicantDept',
  }),
  approve('viceGm', vicePresident('applicantDept'), { cn: '分管副总', en: 'Vice president in charge', mode: 'all', when: 'estimatedFare > 500' }),
  approve('usageConfirm', initiator, { cn: '用车确认', en: 'Usage confirmation', manual: true, confirms: true, when: 'taxiVehicle = "3"' }),
  copy('ccFinish', personIn('passengers'), { cn: '抄送', en: 'CC' }),
])
