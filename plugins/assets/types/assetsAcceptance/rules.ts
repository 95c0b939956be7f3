import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const own = defineRules([
  rule('FA-R1', {
    when: 'count(items) > 0 and (every i in items satisfies i.itemResult = "ng")',
    fields: ['items'],
    at: ['start', 'techCheck'],
    cn: '全部不合格，不能提交验收',
    en: 'All lines are rejected, so the acceptance can’t be submitted',
  }),
  rule('FA-R3', {
    each: 'items',
    when: 'price < parameter("assetRule", "threshold") and assetClass != "7000"',
    fields: ['price'],
    level: 'warn',
    at: ['start', 'assetAdmin'],
    cn: '单价低于固定资产标准',
    en: 'Below the fixed-asset threshold',
  }),
  rule('FA-R4', {
    when: 'purchaseDoc[1].amount > 0 and totalGross > purchaseDoc[1].amount',
    fields: ['items'],
    cn: '验收金额超过合同金额',
    en: 'The accepted amount exceeds the contract amount',
  }),
  rule('FA-R5', {
    each: 'items',
    when: 'custodian != null and header.useDept != null and not(list contains(custodian.departments, header.useDept.id))',
    fields: ['custodian'],
    level: 'warn',
    cn: '保管人不属于使用部门',
    en: 'The custodian isn’t in the user department',
  }),
  rule('FA-R6', { when: 'arrivalDate > today()', fields: ['arrivalDate'], cn: '到货日期不能晚于今天',
    en: 'The arrival date can’t be in the future' }),
  rule('FA-R7', { when: 'acceptDate > today()', fields: ['acceptDate'], cn: '验收日期不能晚于今天',
    en: 'The acceptance date can’t be in the future' }),
  rule('FA-R8', { when: 'acceptDate < arrivalDate', fields: ['acceptDate'], cn: '到货日期不能晚于验收日期',
    en: 'The arrival date must not be later than the acceptance date' }),
  rule('FA-R9', { each: 'items', when: 'price <= 0', fields: ['price'], cn: '含税单价必须大于0',
    en: 'The unit price must be greater than 0' }),
  rule('FA-R10', {
    when: 'rectifyDate <= acceptDate',
    fields: ['rectifyDate'],
    at: ['start', 'techCheck'],
    cn: '整改完成日期必须晚于验收日期',
    en: 'The rectification date must be later than the acceptance date',
  }),
])

export const rules = [...headerRules, ...own] as const
