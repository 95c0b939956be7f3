import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for a taxi ride; the fare is claimed later with this approval. */
export const taxiApply = defineForm({
  key: 'taxiApply',
  cn: '打车申请',
  en: 'Taxi request',
  short: { cn: '打车申请', en: 'Taxi' },
  path: '/taxi',
  prefix: 'DC',
  group: 'travel',
  icon: 'environment',
  amount: 'totalAmountRmb',
  claimed: 'actualFare',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'ride', cn: '用车信息', en: 'Ride' },
    { id: 'usage', cn: '用车确认', en: 'Usage' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'route.from', to: 'route.to' }, 'dispatchTime', 'reason'],
  columns: ['taxiReason', 'dispatchTime', 'pickup', 'estimatedFare', 'riskLevel'],
})
