import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { universalApproval } from './index.ts'

const content = { rowId: 'c1', subject: '会议室改造', content: '<p>三楼会议室增加视频设备</p>', amount: '100.00' }

describeForm(universalApproval, {
  by: 'quality',
  filled: () => ({
    title: '会议室改造',
    applicantDept: 'sz-quality',
    universalType: '1',
    urgency: '1',
    currencyType: 'CNY',
    contents: [content],
    chosenApprovers: ['u-sales', 'u-it'],
    relatedDepts: ['sz-it'],
    expectDate: '2026-12-01',
  }),
  // the head of IT is asked again as department head: approvals of nodes with several approvers do not count as the same
  passes: ['deptHead: yangfan', 'addApprover: sales', 'addApprover: it'],
  edges: {
    'TY-01': { breaks: { contents: [] }, keeps: {} },
    'TY-02': { breaks: { chosenApprovers: [] }, keeps: {} },
    'TY-04': { breaks: { universalType: '7', sealType: ['1'], sealCount: 1 }, keeps: { universalType: '6' } },
    'TY-05': { breaks: { expectDate: '2026-11-19' }, keeps: { expectDate: '2026-11-20' } },
    'TY-06': { breaks: { chosenApprovers: ['u-quality'] }, keeps: {} },
  },
})
