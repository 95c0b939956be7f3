import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

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

export const rules = [...headerRules, ...own] as const
