import { approve, both, copy, defineFlow, departmentHead, personIn, role, vicePresident } from '#kernel/flow.ts'

/** Flow of proposals: the first two judges may pass a proposal upwards with a reason; the implementer may be the initiator. */
export const flow = defineFlow([
  approve('firstJudgeOne', departmentHead('implementDept'), { cn: '部门初评', en: 'Department review', hardToDecide: 'one', manual: true }),
  approve('firstJudgeTwo', vicePresident('implementDept'), {
    cn: '上级复评',
    en: 'Second review',
    hardToDecide: 'two',
    manual: true,
    when: 'hardToDecideOneReason != null or firstJudgeIsExcellent = "1"',
  }),
  approve('committeeJudge', role('proposalCommittee'), {
    cn: '提案委员会',
    en: 'Committee',
    mode: 'all',
    manual: true,
    opinionRequired: true,
    when: 'hardToDecideTwoReason != null',
  }),
  approve('implementPlan', personIn('implementer'), { cn: '实施计划', en: 'Implementation plan', confirms: true, manual: true,
    when: 'alreadyImplemented = "0"' }),
  approve('implementDone', personIn('implementer'), { cn: '实施完成', en: 'Implementation complete', confirms: true, manual: true }),
  approve('verify', both(departmentHead('implementDept'), role('proposalAdmin')), {
    cn: '验收评分',
    en: 'Verification and scoring',
    manual: true,
    opinionRequired: true,
  }),
  approve('committee', role('proposalCommittee'), {
    cn: '奖励审定',
    en: 'Reward approval',
    mode: 'all',
    manual: true,
    when: 'score >= 90 or firstJudgeIsExcellent = "1"',
  }),
  copy('ccFinish', both(personIn('proposers'), role('hr')), { cn: '抄送', en: 'CC' }),
])
