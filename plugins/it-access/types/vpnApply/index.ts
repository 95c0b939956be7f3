import { defineForm } from '#kernel/form.ts'
import { approve, both, copy, defineFlow, departmentHead, personIn, role, vicePresident } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { attachment, checkbox, daterange, defineFields, department, person, radio, table, text, textarea } from '#kernel/fields.ts'
import { patterns } from '#kernel/values/patterns.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'

/** Pattern of an IPv4 address or host name with an optional port. */
const hostPattern = String
  .raw`^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(25[0-5]|2[0-4]\d|1?\d?\d)){3}|[A-Za-z][A-Za-z0-9-]{0,62}(\.[A-Za-z0-9-]{1,63}){0,6})(:\d{1,5})?$`

const internal = 'userType in ("employee","intern")'
const external = `not(${internal})`
const it = ['itAdmin'] as const

const who = defineFields({
  action: radio({ cn: '申请类型', en: 'Action', required: true, trend: true, dict: 'vpnAction', default: '"open"', section: 'user',
    span: 2 }),
  userType: radio({ cn: '使用人类型', en: 'User type', required: true, trend: true, dict: 'vpnUserType', default: '"employee"',
    section: 'user', span: 2 }),
  person: person({ cn: '使用人', en: 'User', required: internal, visible: internal, default: 'applicant.id', section: 'user' }),
  externalName: text({ cn: '外部人员姓名', en: 'External user', required: external, visible: external, max: 30, section: 'user' }),
  externalCompany: text({ cn: '外部公司', en: 'External company', required: external, visible: external, max: 100, section: 'user' }),
  phone: text({ cn: '手机号', en: 'Phone', required: true, pattern: patterns.phone, section: 'user' }),
  email: text({ cn: '邮箱', en: 'E-mail', required: true, pattern: patterns.email, max: 100, section: 'user' }),
  guarantor: person({ cn: '内部责任人', en: 'Internal sponsor', required: external, visible: external, trend: true, default: 'applicant.id',
    section: 'user' }),
  sponsorDept: department({ cn: '责任部门', en: 'Responsible department', system: true, readOnly: true, visible: 'false',
    section: 'user' }),
})

const access = defineFields({
  accountName: text({
    cn: 'VPN账号',
    en: 'VPN account',
    required: 'action != "open"',
    requiredAt: { itAdmin: 'action = "open"' },
    editAt: it,
    shown: true,
    pattern: '^[A-Za-z0-9._-]{3,30}$',
    section: 'access',
    hint: { cn: '3–30位字母、数字、点、横线；开通时由IT管理员填写',
      en: '3–30 letters, digits, dots, hyphens; entered by IT for a new account' },
  }),
  period: daterange({ cn: '使用期限', en: 'Period', required: 'action in ("open","extend")', visible: 'action in ("open","extend")',
    editAt: it, section: 'access', span: 2 }),
  resources: table({
    cn: '访问资源',
    en: 'Resources',
    required: 'action in ("open","change")',
    visible: 'action in ("open","change")',
    editAt: it,
    min: 1,
    max: 20,
    section: 'access',
    span: 4,
    columns: {
      system: text({ cn: '系统', en: 'System', required: true, max: 60 }),
      host: text({ cn: '地址', en: 'Host', required: true, pattern: hostPattern,
        hint: { cn: 'IP或主机名，可带端口', en: 'IP address or host name, with a port if needed' } }),
      purpose: text({ cn: '用途', en: 'Purpose', required: true, max: 200 }),
    },
  }),
  device: radio({
    cn: '使用设备',
    en: 'Device',
    required: true,
    default: '"company"',
    section: 'access',
    span: 2,
    options: [{ value: 'company', cn: '公司电脑', en: 'Company PC' }, { value: 'personal', cn: '个人电脑', en: 'Personal PC' }, {
      value: 'mobile',
      cn: '手机',
      en: 'Mobile',
    }],
  }),
  mac: text({ cn: '设备MAC', en: 'MAC address', required: 'device = "company"', visible: 'device = "company"',
    pattern: '^([0-9A-F]{2}[-:]){5}[0-9A-F]{2}$', section: 'access',
    hint: { cn: '如 00-1A-2B-3C-4D-5E', en: 'Such as 00-1A-2B-3C-4D-5E' } }),
  reason: textarea({ cn: '申请原因', en: 'Reason', required: true, max: 500, section: 'access', span: 4 }),
})

const promises = defineFields({
  nda: attachment({ cn: '保密协议', en: 'NDA', required: `${external} and action = "open"`, visible: external,
    extensions: ['pdf', 'jpg', 'png'], section: 'attachments', span: 4 }),
  pledge: checkbox({ cn: '我承诺遵守信息安全规定，账号仅限本人使用', en: 'I’ll follow the security rules and won’t share the account',
    required: true, default: 'false', section: 'access', span: 4 }),
})

const fields = defineFields({
  ...header({ cn: '外部VPN账号申请', en: 'External VPN account' }),
  ...who,
  ...access,
  ...promises,
})

const longest = (who: string) => `parameter("vpnRule", "${who}")`
const lasts = 'days(period.start, period.end)'
const isEmployee = 'userType in ("employee","intern")'
const at = ['start', 'itAdmin']

const own = defineRules([
  rule('VP-R1', {
    when: `not(${isEmployee}) and ${lasts} > ${longest('externalDays')}`,
    fields: ['period'],
    at,
    blanks: { days: longest('externalDays') },
    cn: '外部人员使用期限不能超过{days}天',
    en: 'External access can’t exceed {days} days',
  }),
  rule('VP-R1e', {
    when: `${isEmployee} and ${lasts} > ${longest('employeeDays')}`,
    fields: ['period'],
    at,
    blanks: { days: longest('employeeDays') },
    cn: '员工使用期限不能超过{days}天',
    en: 'An employee’s access can’t exceed {days} days',
  }),
  rule('VP-R5', { when: 'action = "open" and accountName = null', fields: ['accountName'], at: ['itAdmin'], cn: '请输入VPN账号',
    en: 'Please enter VPN account' }),
  rule('VP-R4', { when: 'period.start < today()', fields: ['period'], cn: '开始日期不能早于今天',
    en: 'The period can’t start in the past' }),
])

const rules = [...headerRules, ...own] as const

const flow = defineFlow([
  approve('deptHead', departmentHead('sponsorDept'), { cn: '部门负责人', en: 'Department head' }),
  approve('itSecurity', role('itAdmin'), { cn: '信息安全', en: 'Information security',
    when: 'userType != "employee" or device = "personal"' }),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'userType in ("supplier","customer","vendor")' }),
  approve('itAdmin', role('itAdmin'), { cn: 'IT管理员', en: 'IT administrator', manual: true, opinionRequired: true }),
  copy('cc', both(personIn('person'), personIn('guarantor')), { cn: '抄送', en: 'CC' }),
])

/** Request for VPN access, for employees and for external people with a sponsor. */
export const vpnApply = defineForm({
  key: 'vpnApply',
  cn: '外部VPN账号申请',
  en: 'External VPN account',
  short: { cn: 'VPN账号', en: 'VPN account' },
  path: '/vpn-apply',
  prefix: 'VPNS',
  group: 'it',
  icon: 'key',
  sections: [basics, { id: 'user', cn: '使用人', en: 'User' }, { id: 'access', cn: '账号与权限', en: 'Account and access' }, ...closing],
  fields,
  rules,
  flow,
  unique: [{ among: 'inApproval', by: ['accountName'],
    message: { cn: 'VPN账号已在申请中：{businessNo}', en: 'The VPN account is already requested: {businessNo}' } }],
  subject: ['accountName', 'externalName', 'reason'],
  columns: ['action', 'userType', 'person', 'externalName', 'accountName', 'period'],
})
