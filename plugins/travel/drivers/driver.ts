import { date, defineFields, person, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can, canKnowLicence } from './permissions.ts'

/** A person with a verified driving licence, and its expiry date. */
export const driver = defineResource({
  name: 'driver',
  cn: '驾驶员',
  en: 'Driver',
  base: '/oaserver',
  path: '/driver-management',
  table: 'driver',
  key: 'personId',
  fields: defineFields({
    personId: person({ cn: '驾驶员', en: 'Driver', required: true }),
    licenceClass: select({
      cn: '准驾车型',
      en: 'Licence class',
      required: true,
      default: '"C1"',
      options: [
        { value: 'A1', cn: 'A1 大型客车', en: 'A1 Coach' },
        { value: 'A2', cn: 'A2 牵引车', en: 'A2 Tractor' },
        { value: 'B1', cn: 'B1 中型客车', en: 'B1 Minibus' },
        { value: 'B2', cn: 'B2 大型货车', en: 'B2 Lorry' },
        { value: 'C1', cn: 'C1 小型汽车', en: 'C1 Car' },
        { value: 'C2', cn: 'C2 小型自动挡汽车', en: 'C2 Automatic car' },
        { value: '9', cn: '境外驾驶证', en: 'Foreign licence' },
      ],
    }),
    licenceNo: text({ cn: '驾驶证号', en: 'Licence number', max: 18, pattern: '^[0-9A-Z]{6,18}$', masked: true, sealed: true }),
    validUntil: date({ cn: '有效期至', en: 'Valid until', required: true, hint: { cn: '含当日', en: 'Inclusive' } }),
    remark: text({ cn: '备注', en: 'Remarks', max: 200 }),
    enable: toggle({ cn: '启用', en: 'Enabled', default: 'true' }),
  }),
  confidential: { licenceNo: canKnowLicence.view },
  columns: ['personId', 'licenceClass', 'licenceNo', 'validUntil', 'remark', 'enable'],
  filters: ['personId', 'licenceClass', 'validUntil', 'enable'],
  search: ['remark'],
  sort: [{ field: 'validUntil' }, { field: 'personId' }],
  can,
  enable: 'enable',
  batch: ['licenceClass', 'validUntil'],
  scope: 'everyone',
})

/** Number of days before expiry from which a licence has to be renewed. */
const noticeDays = 30
const day = 86_400_000

/** Last expiry date that counts as near, yyyy-MM-dd. */
export const nearUntil = (today: string): string => new Date(Date.parse(today) + noticeDays * day).toISOString().slice(0, 10)

/** Days until a licence expires, 0 on its last day, negative afterwards; undefined if the expiry is not near. */
export function daysLeft(validUntil: string, today: string): number | undefined {
  return validUntil > nearUntil(today) ? undefined : (Date.parse(validUntil) - Date.parse(today)) / day
}
