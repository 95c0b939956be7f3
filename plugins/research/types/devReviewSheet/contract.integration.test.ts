import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { hours, issue, reviewOf, reviewSay } from '../testing.ts'
import { devReviewSheet } from './index.ts'

describeForm(devReviewSheet, {
  by: 'employee',
  filled: (support) => reviewOf(support),
  say: reviewSay,
  passes: ['deptHead: xuhaibo', 'reviewSign: employee', 'reviewSign: songtao', 'bomReview: rd', 'pmConfirm: rd'],
  edges: {
    'DR-R4': { breaks: { reviewType: 'softwareReq', releaseDate: '2026-11-19' },
      keeps: { reviewType: 'softwareReq', releaseDate: '2026-11-20' } },
    'DR-R5': { breaks: { issues: [issue({ dueDate: '2026-11-19' })] }, keeps: { issues: [issue({ dueDate: '2026-11-20' })] } },
    'DR-R6': { breaks: { workHours: [hours(), hours({ rowId: 'h2' })] },
      keeps: { workHours: [hours(), hours({ rowId: 'h2', role: 'test' })] } },
    'DR-R7': { breaks: { workHours: [hours({ actualHours: '36.4' })] }, keeps: { workHours: [hours({ actualHours: '36.0' })] } },
  },
  elsewhere: ['DR-R2'],
})
