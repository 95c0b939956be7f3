import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/mixins/sections.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** A company's or one's own car for a journey, from the request to its return. */
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
