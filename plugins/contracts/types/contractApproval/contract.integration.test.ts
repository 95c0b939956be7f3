import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'
import { describeForm } from '#plugins/forms/server/contract-kit.ts'
import { contractEdges, contractSay, draftOf } from '../testing.ts'
import { contractApproval } from './index.ts'

describeForm(contractApproval, {
  by: 'quality',
  filled: async (support) => ({ ...(await draftOf(support, 'quality')), contractClass: 'ancillary', contractType: 'service',
    costCenter: costCenterId('sz-quality'), counterparty: '苏州信诚检验服务有限公司', expenseCategory: categoryId('OFFICE') }),
  edges: {
    ...contractEdges,
    'HT-01': { breaks: { contractType: 'quality' }, keeps: { contractType: 'service' } },
    'HT-02': { breaks: { contractType: 'nda' }, keeps: { contractType: 'service' } },
  },
  say: contractSay,
  passes: ['deptHead: yangfan', 'legal: sunyue', 'finance: accountant', 'seal: sunyue', 'archive: sunyue'],
})
