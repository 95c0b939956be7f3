import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Leave to take a taxi; the fare is claimed later, with this approval as its reason. */
export const taxiApply = defineForm({
  key: 'taxiApply',
  cn: '打车申请',
  en: 'Taxi request',
  path: '/taxi',
  prefix: 'DC',
  group: 'travel',
  icon: 'environment',
  amount: 'totalAmountRmb',
  claimed: 'actualFare',
  abortAfterCompletion: true,
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'ride', cn: '用车信息', en: 'Ride' },
    { id: 'usage', cn: '用车确认', en: 'Usage' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['taxiReason', 'dispatchTime', 'pickup', 'estimatedFare', 'riskLevel'],
})
