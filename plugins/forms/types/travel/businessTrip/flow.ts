import { approve, both, copy, defineFlow, generalManager, personIn, role, superior, vicePresident } from '#kernel/flow.ts'
import { bearingDeptHead, deptHead, overBudgetApprover, viceGm } from '#plugins/forms/mixins/nodes.ts'

/** Thresholds are shipped defaults; an administrator's version of the flow may change them. */
export const flow = defineFlow([
  deptHead,
  // the head of each companion's department; of a companion who is the head, whoever stands above
  approve('companionDeptHead', superior(1, 'companionsElsewhere'), {
    cn: '同行人部门负责人',
    en: 'Companions’ department heads',
    mode: 'all',
    when: 'count(companionsElsewhere) > 0',
  }),
  bearingDeptHead(),
  overBudgetApprover,
  viceGm('tripScope = "2" or tripKind = "3" or totalTripDays > 3 or estimatedTotalAmountRmb > 5000'),
  approve('companionViceGm', both(vicePresident('companionsLed'), superior(1, 'companionsLeading')), {
    cn: '同行人分管副总',
    en: 'Companions’ VPs',
    mode: 'all',
    when: 'count(companions) > 0',
  }),
  approve('generalManager', generalManager, {
    cn: '总经理',
    en: 'General manager',
    when: '(tripKind = "3" and totalTripDays < parameter("travelRule", "interCompanyGmDays")) or tripScope = "2" ' +
      'or applicantPosition in ("3", "4")',
  }),
  copy('ccFinish', both(personIn('companions'), role('hr')), { cn: '抄送', en: 'CC' }),
])
