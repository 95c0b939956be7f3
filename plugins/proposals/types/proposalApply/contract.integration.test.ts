import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { proposalApply } from './index.ts'
import { proposal, said } from './testing.ts'

describeForm(proposalApply, {
  by: 'quality',
  filled: () => proposal(),
  say: said,
  passes: ['firstJudgeOne: yangfan', 'implementPlan: dongmei', 'implementDone: dongmei', 'verify: linfang'],
  edges: {
    'TA-09': { breaks: { proposeDate: '2026-11-21' }, keeps: { proposeDate: '2026-11-20' } },
    'TA-10': { breaks: { proposers: ['u-yangfan'] }, keeps: { proposers: ['u-yangfan', 'u-quality'] } },
  },
  elsewhere: ['TA-01', 'TA-01-score', 'TA-01-reason', 'TA-02', 'TA-03', 'TA-04', 'TA-06', 'TA-08', 'TA-11'],
})
