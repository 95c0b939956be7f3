import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { rapidProject } from './index.ts'
import { charter, chosenExperts, cost, expertOpinion, member, milestone } from './testing.ts'

describeForm(rapidProject, {
  by: 'quality',
  chosen: chosenExperts,
  filled: () => charter,
  say: expertOpinion,
  passes: ['deptHead: yangfan', 'techReview: head', 'techReview: it', 'pmoReview: pengyu', 'accountantReview: accountant', 'viceGm: vp'],
  edges: {
    'KL-02': { breaks: { period: ['2026-12-01', '2027-05-30'] }, keeps: { period: ['2026-12-01', '2027-05-29'] } },
    'KL-03': { breaks: { milestones: [milestone('2027-05-30')] }, keeps: { milestones: [milestone('2026-12-01')] } },
    'KL-04': { breaks: { projectType: '2', targetCost: '10.00', targetPrice: '10.00' },
      keeps: { projectType: '2', targetCost: '10.00', targetPrice: '10.01' } },
    'KL-05': { breaks: { costItems: [cost('200000.01')] }, keeps: { costItems: [cost('200000.00')] } },
    'KL-06': { breaks: { team: [member('u-dongmei')] }, keeps: {} },
    'KL-07-team': { breaks: { team: [] }, keeps: {} },
    'KL-07-milestone': { breaks: { milestones: [] }, keeps: {} },
    'KL-07-cost': { breaks: { costItems: [] }, keeps: {} },
    'KL-08': { breaks: { costItems: [cost('0.00')] }, keeps: { costItems: [cost('0.01')] } },
    'KL-09': { breaks: { projectType: '2', targetCost: '0.00', targetPrice: '1.00' },
      keeps: { projectType: '2', targetCost: '0.01', targetPrice: '1.00' } },
  },
})
