import type { FormValue } from '#kernel/values/value.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { oaChange } from './index.ts'

const reference = (process: string, rowId = process): FormValue => ({ rowId, process, changeNote: '增加节点' })

const evaluated = { evaluateResult: '1', evaluateNote: '可以配置', workDays: '2.5', developer: 'u-tianye', planOnlineDate: '2026-12-01' }

describeForm(oaChange, {
  by: 'quality',
  filled: () => ({
    applicantDept: 'sz-quality',
    oaChangeType: '2',
    urgency: '1',
    processRefs: [reference('proposalApply')],
    changeReason: '验收节点需要增加质量部会签',
    currentDescription: '目前只有部门负责人验收',
    targetDescription: '<p>验收节点增加质量部</p>',
    affectedDepts: ['sz-quality', 'sz-hr'],
    dataImpact: '0',
    effectiveDate: '2026-12-01',
    processOwner: 'u-linfang',
  }),
  say: {
    processOwnerReview: { comment: '同意变更' },
    itEvaluate: { business: evaluated },
    implement: { business: { onlineDate: '2026-11-20' } },
    userTest: { business: { testResult: '1' } },
  },
  passes: ['deptHead: yangfan', 'processOwnerReview: linfang', 'affectedDeptHeads: zhoujie', 'itEvaluate: it', 'implement: tianye',
    'userTest: quality'],
  edges: {
    'OC-01': { breaks: { processRefs: [] }, keeps: {} },
    'OC-05': { breaks: { effectiveDate: '2026-11-22' }, keeps: { effectiveDate: '2026-11-23' } },
    'OC-05-urgent': { breaks: { effectiveDate: '2026-11-22', urgency: '3' }, keeps: { effectiveDate: '2026-11-23', urgency: '3' } },
    'OC-07': { breaks: { processRefs: [reference('proposalApply', 'a'), reference('proposalApply', 'b')] },
      keeps: { processRefs: [reference('proposalApply'), reference('oaChange')] } },
    'OC-08': {
      breaks: { oaChangeType: '1', newProcessName: `${'样'.repeat(31)}/Samples` },
      keeps: { oaChangeType: '1', newProcessName: `${'样'.repeat(30)}/${'s'.repeat(30)}` },
    },
  },
  elsewhere: ['OC-03', 'OC-04', 'OC-09', 'OC-10', 'OC-11'],
})
