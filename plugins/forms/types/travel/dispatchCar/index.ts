import { defineForm } from '../../../../../src/kernel/form.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** A company's or one's own car for a journey, from the request to its return. */
export const dispatchCar = defineForm({
  key: 'dispatchCar',
  cn: '自驾派车',
  en: 'Self-drive car dispatch',
  path: '/dispatch-car',
  prefix: 'PC',
  group: 'travel',
  icon: 'car',
  abortAfterCompletion: true,
  sections: [
    { id: 'basics', cn: '基本信息', en: 'Basics' },
    { id: 'ride', cn: '行程', en: 'Journey' },
    { id: 'usage', cn: '出车与还车', en: 'Out and return' },
    { id: 'attachments', cn: '附件', en: 'Attachments' },
    { id: 'more', cn: '备注与抄送', en: 'Remarks and CC' },
  ],
  fields,
  rules,
  flow,
  columns: ['carKind', 'car', 'dispatchTime', 'endTime', 'totalDistanceKm', 'actualKm'],
})
