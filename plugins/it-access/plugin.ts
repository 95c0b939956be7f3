import { formPermissions } from '#kernel/form.ts'
import { definePlugin, type Dictionary } from '#kernel/plugin.ts'
import { date, defineFields, department, multiselect, person, select, text, textarea } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { days, dictionary, parameters } from '#plugins/forms/kit.ts'
import { customer } from '#plugins/masters/references.ts'
import { cn, en } from './texts.ts'
import { licenceEnds, vpnClosed, vpnEnds } from './message-kinds.ts'
import { can, canLicence } from './permissions.ts'
import { nvrAdartApply } from './types/nvrAdartApply/index.ts'
import { sapPermissionApplication } from './types/sapPermissionApplication/index.ts'
import { vpnApply } from './types/vpnApply/index.ts'

/** VPN account. Read-only register, written by completed documents. */
const vpnAccount = defineResource({
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

/** Licence for the recorders' licence tool. Read-only register, written by completed documents. */
const nvrLicence = defineResource({
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

const dictionaries: readonly Dictionary[] = [
  dictionary('vpnAction', '申请类型', 'VPN action', 'open 开通/Open; extend 延期/Extend; change 权限变更/Change access; close 注销/Close'),
  dictionary('vpnUserType', '使用人类型', 'VPN user type',
    'employee 员工/Employee; supplier 供应商/Supplier; customer 客户/Customer; intern 实习/Intern; vendor 外包/Outsourced'),
  dictionary('vpnAccountState', 'VPN账号状态', 'VPN account state', 'active 有效/Active; expired 已到期/Expired; closed 已注销/Closed'),
  dictionary('sapPermAction', 'SAP权限申请类型', 'SAP access action',
    'newUser 新建用户/New user; addRole 增加权限/Add role; removeRole 删除权限/Remove role; copy 参照复制/Copy from user; lock 锁定/Lock; ' +
      'unlock 解锁重置/Unlock or reset; close 离职注销/Close'),
  dictionary('sapModule', 'SAP模块', 'SAP module', 'FI FI; CO CO; MM MM; SD SD; PP PP; QM QM; PM PM; PS PS; WM WM; BW BW'),
  dictionary('licenceAction', '授权申请类型', 'Licence action', 'grant 新增授权/Grant; extend 延期/Extend; revoke 取消/Revoke'),
  dictionary('licenceScope', '授权范围', 'Licence scope',
    'generate 生成/Generate; query 查询/Query; export 导出/Export; admin 管理/Administer'),
  dictionary('licenceState', 'NVR授权状态', 'NVR licence state', 'active 有效/Active; expired 已到期/Expired; revoked 已取消/Revoked'),
  parameters('vpnRule', { cn: 'VPN账号标准', en: 'VPN account standards' }, {
    employeeDays: ['365', '员工账号最长期限', 'Maximum term, employee account', days],
    externalDays: ['180', '外部人员账号最长期限', 'Maximum term, external account', days],
    remindDays: ['7', '到期前提醒天数', 'Remind before expiry', days],
  }),
]

const forms = [nvrAdartApply, vpnApply, sapPermissionApplication]

/** Access to systems: VPN accounts and recorder licences with their registers, and SAP permissions. */
export default definePlugin({
  id: 'it-access',
  requires: ['documents', 'forms', 'masters', 'projects', 'system'],
  permissions: [...Object.values(can), ...Object.values(canLicence), ...forms.flatMap(({ key }) => Object.values(formPermissions(key)))],
  forms,
  resources: [vpnAccount, nvrLicence],
  dictionaries,
  roles: [{ key: 'licenceAdmin', cn: '授权管理员', en: 'Licence administrator', sort: 41 }],
  roleScopes: [{ key: 'sapModule', cn: 'SAP模块', en: 'SAP module', dict: 'sapModule' }],
  messageKinds: [vpnEnds, vpnClosed, licenceEnds],
  menus: [
    { id: 'it-access', cn: '信息化', en: 'IT', sort: 75 },
    { id: 'vpn-accounts', parent: 'it-access', cn: vpnAccount.cn, en: 'VPN accounts', icon: 'key', path: vpnAccount.path, needs: can.view,
      sort: 10 },
    { id: 'nvr-licences', parent: 'it-access', cn: nvrLicence.cn, en: 'NVR licences', icon: 'safety-certificate', path: nvrLicence.path,
      needs: canLicence.view, sort: 20 },
  ],
  locales: { cn, en },
})
