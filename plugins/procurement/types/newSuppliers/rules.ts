import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const paid = ['start', 'finance'] as const

const own = defineRules([
  rule('NS-R2', { each: 'certificates', when: 'validTo <= today()', fields: ['validTo'], cn: '证书已过期',
    en: 'The certificate has expired' }),
  rule('NS-R3', {
    when: 'count(scores) > 0 and sum(scores[weight != null].weight) != 100',
    fields: ['scores'],
    at: ['sqe'],
    cn: '权重合计必须为100',
    en: 'Weights must total 100',
  }),
  rule('NS-R3-twice', {
    when: 'count(distinct values(scores.item)) < count(scores)',
    fields: ['scores'],
    at: ['sqe'],
    cn: '评分项重复',
    en: 'Two rows score the same topic',
  }),
  rule('NS-R4', {
    when: 'supplierLevel = "D"',
    fields: ['supplierLevel'],
    at: ['sqe'],
    cn: '等级为D的供应商不能导入，请拒绝',
    en: 'A level D supplier cannot be introduced, please refuse',
  }),
  rule('NS-R5', {
    when: 'not(some c in certificates satisfies c.certType = "licence")',
    fields: ['certificates'],
    cn: '请上传营业执照',
    en: 'Please upload the business licence',
  }),
  rule('NS-R6', { when: 'count(contacts[isMain = "1"]) != 1', fields: ['contacts'], cn: '必须有且仅有一个主要联系人',
    en: 'Exactly one main contact is required' }),
  rule('NS-R7', { when: 'not(list contains(agreements, "integrity"))', fields: ['agreements'], cn: '须签署廉洁协议',
    en: 'The integrity agreement must be signed' }),
  rule('NS-R8', {
    when: 'supplierType in ("material","outsource") and not(list contains(agreements, "quality") and list contains(agreements, "rohs"))',
    fields: ['agreements'],
    cn: '生产物料和委外加工供应商须签署质量协议和环保协议',
    en: 'Suppliers of production material and subcontractors must sign the quality and RoHS agreements',
  }),
  rule('NS-R9', { when: 'foundedDate > today()', fields: ['foundedDate'], cn: '成立日期不能晚于今天',
    en: 'The founding date can’t be in the future' }),
  rule('NS-R10', { when: 'registeredCapital <= 0', fields: ['registeredCapital'], cn: '注册资本须大于0',
    en: 'The registered capital must be more than 0' }),
  rule('NS-R11', { when: 'auditDate > today()', fields: ['auditDate'], at: ['sqe'], cn: '审核日期不能晚于今天',
    en: 'The audit date can’t be in the future' }),
  rule('NS-R12', {
    each: 'bankAccounts',
    fields: ['accountNo'],
    level: 'confirm',
    at: paid,
    when: 'currencyType = "CNY" and accountNo != null and not(contains(accountNo, "*")) and not(luhn(accountNo))',
    cn: '银行卡号校验未通过，请确认卡号是否正确，是否继续？',
    en: 'The bank card number failed the check. Continue with this number?',
  }),
])

export const rules = [...headerRules, ...own] as const
