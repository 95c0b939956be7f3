import { date, defineFields, department, multiselect, person, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { customer } from '#plugins/masters/references.ts'
import { canLicence } from './permissions.ts'

/** Licence for the recorders' licence tool. Read-only register, written by completed documents. */
export const nvrLicence = defineResource({
  name: 'nvrLicence',
  cn: 'NVR授权',
  en: 'NVR licence',
  base: '/oaserver',
  path: '/nvr-licences',
  table: 'nvr_licence',
  key: 'licenceNo',
  fields: defineFields({
    licenceNo: text({ cn: '授权编号', en: 'Licence no.', required: true, max: 40 }),
    personId: person({ cn: '人员', en: 'Person', required: true }),
    account: text({ cn: '账号', en: 'Account', required: true, max: 30 }),
    scopes: multiselect({ cn: '授权范围', en: 'Scopes', dict: 'licenceScope' }),
    customer: customer({ cn: '客户', en: 'Customer' }),
    departmentId: department({ cn: '部门', en: 'Department', required: true }),
    validFrom: date({ cn: '有效期自', en: 'Valid from', required: true }),
    validTo: date({ cn: '有效期至', en: 'Valid to', required: true }),
    state: select({ cn: '状态', en: 'State', required: true, dict: 'licenceState' }),
    businessNo: text({ cn: '单据编号', en: 'Document no.', max: 30 }),
  }),
  columns: ['licenceNo', 'personId', 'account', 'scopes', 'customer', 'departmentId', 'validFrom', 'validTo', 'state', 'businessNo'],
  filters: ['state', 'personId', 'customer', 'departmentId', 'validTo'],
  search: ['licenceNo', 'account', 'businessNo'],
  sort: [{ field: 'validTo' }, { field: 'licenceNo' }],
  can: canLicence,
  scope: { departments: 'departmentId', owner: 'personId' },
  export: {},
})
