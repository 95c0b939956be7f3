import { defineForm } from '#kernel/form.ts'
import { basics, closing } from '#plugins/forms/kit.ts'
import { fields } from './fields.ts'
import { flow } from './flow.ts'
import { rules } from './rules.ts'

/** Request for licences of ADART, the licence tool of recorders, limited in time. */
export const nvrAdartApply = defineForm({
  key: 'nvrAdartApply',
  cn: 'NVR ADART授权申请',
  en: 'NVR ADART licence permission',
  short: { cn: 'NVR授权', en: 'NVR licence' },
  path: '/nvr-adart-apply',
  prefix: 'NVRA',
  group: 'it',
  icon: 'safety-certificate',
  sections: [basics, { id: 'licence', cn: '授权', en: 'Licence' }, ...closing],
  fields,
  rules,
  flow,
  subject: ['licenceNo', 'reason'],
  columns: ['action', 'customer', 'project', 'validFrom', 'validTo', 'licenceNo'],
})
