import { date, defineFields, department, person, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { can } from './permissions.ts'

/** VPN account. Read-only register, written by completed documents. */
export const vpnAccount = defineResource({
  name: 'vpnAccount',
  cn: 'VPN账号',
  en: 'VPN account',
  base: '/oaserver',
  path: '/vpn-accounts',
  table: 'vpn_account',
  key: 'accountName',
  fields: defineFields({
    accountName: text({ cn: 'VPN账号', en: 'VPN account', required: true, max: 30 }),
    userType: select({ cn: '使用人类型', en: 'User type', required: true, dict: 'vpnUserType' }),
    personId: person({ cn: '使用人', en: 'User' }),
    externalName: text({ cn: '外部人员姓名', en: 'External user', max: 30 }),
    externalCompany: text({ cn: '外部公司', en: 'External company', max: 100 }),
    sponsorId: person({ cn: '内部责任人', en: 'Internal sponsor' }),
    departmentId: department({ cn: '责任部门', en: 'Responsible department', required: true }),
    resources: textarea({ cn: '访问资源', en: 'Resources', max: 4000 }),
    validFrom: date({ cn: '开始日期', en: 'Valid from', required: true }),
    validTo: date({ cn: '结束日期', en: 'Valid to', required: true }),
    state: select({ cn: '状态', en: 'State', required: true, dict: 'vpnAccountState' }),
    businessNo: text({ cn: '单据编号', en: 'Document no.', max: 30 }),
  }),
  columns: ['accountName', 'state', 'userType', 'personId', 'externalName', 'externalCompany', 'validFrom', 'validTo', 'resources',
    'sponsorId', 'departmentId', 'businessNo'],
  filters: ['state', 'userType', 'personId', 'sponsorId', 'departmentId', 'validTo'],
  search: ['accountName', 'externalName', 'externalCompany', 'businessNo'],
  sort: [{ field: 'validTo' }, { field: 'accountName' }],
  can,
  scope: { departments: 'departmentId', owner: 'personId' },
})
