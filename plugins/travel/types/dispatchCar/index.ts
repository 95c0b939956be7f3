import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for a company car or a private car, from the request to the return. */
export const dispatchCar = defineForm({
  key: 'dispatchCar',
  cn: '自驾派车',
  en: 'Company car request',
  short: { cn: '自驾派车', en: 'Company car' },
  path: '/dispatch-car',
  prefix: 'PC',
  group: 'travel',
  icon: 'car',
  abortAfterCompletion: true,
  sections: [
    basics,
    { id: 'ride', cn: '行程', en: 'Trip' },
    { id: 'usage', cn: '出车与还车', en: 'Departure and return' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  subject: [{ from: 'route.startArea', to: 'route.endArea' }, 'dispatchTime', 'reason'],
  columns: ['carKind', 'car', 'dispatchTime', 'endTime', 'totalDistanceKm', 'actualKm'],
})
