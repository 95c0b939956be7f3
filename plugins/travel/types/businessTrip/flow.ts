import { approve, both, copy, defineFlow, generalManager, personIn, role, superior, vicePresident } from '#kernel/flow.ts'
import { bearingDeptHead, deptHead, overBudgetApprover, viceGm } from '#plugins/forms/kit.ts'
import { limits } from '../../approval-limits.ts'

/** Flow of trip requests; finance edits the limits, and an administrator's version may have other conditions. */
export const flow = defineFlow([
  deptHead,
  // the head of each companion's department; for a companion who is the head, the superior
  approve('companionDeptHead', superior(1, 'companionsElsewhere'), {
    cn: '同行人部门负责人',
    en: 'Companions’ department heads',
    mode: 'all',
    when: 'count(companionsElsewhere) > 0',
  }),
  bearingDeptHead(),
  overBudgetApprover,
  viceGm(`tripScope = "2" or tripKind = "3" or totalTripDays > 3 or estimatedTotalAmountRmb > ${limits.of('businessTrip', 'viceGm')}`),
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
