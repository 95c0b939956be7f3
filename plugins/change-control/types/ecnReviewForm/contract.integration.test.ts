import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { reviewOf, reviewSay } from '../testing-family.ts'
import { ecnReviewForm } from './index.ts'

const item = (rowId: string, reviewer: string, text: string) => ({ rowId, dept: 'dg-engineering', reviewer, item: text })

describeForm(ecnReviewForm, {
  by: 'employee',
  filled: (support) => reviewOf(support),
  say: reviewSay,
  passes: ['rdHead: xuhaibo', 'deptReview: dongmei', 'deptReview: luxiao', 'qualityHead: quality', 'qualityHead: yangfan',
    'changeOwner: employee'],
  edges: {
    'ER-R5': { breaks: { reviewItems: [item('r1', 'u-luxiao', '工装'), item('r2', 'u-luxiao', '工装')] },
      keeps: { reviewItems: [item('r1', 'u-luxiao', '工装'), item('r2', 'u-luxiao', 'SOP')] } },
  },
  elsewhere: ['ER-R2', 'ER-R3', 'ER-R4'],
})
