import { checkbox, currency, date, defineFields, money, select, table, text } from '#kernel/fields.ts'
import { bankAccount } from '#plugins/masters/references.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const accountant = ['accountantReview'] as const

/** Condition that locks the fields of a selected account, including the payroll card, to the values of its register. */
const locked = 'account != null'

/** Bank branches by name, and the fields that a selection fills in. */
const branches = { call: '/public/bank/list', value: 'bankName', fills: { bankBranchNo: 'branchNo', swiftNumber: 'swift' } }

/** Fields of the payee. `kind` is the default payee type (1 single, 2 multiple, 3 payroll card). */
export const payee = (kind: '1' | '3') =>
  defineFields({
    proceedsType: select({
      cn: '收款类型',
      en: 'Payee type',
      required: true,
      dict: 'proceedsType',
      editAt: accountant,
      section: 'payee',
      default: `"${kind}"`,
    }),
    payeeLines: table({
      cn: '收款账户',
      en: 'Payee accounts',
      required: 'netPayable > 0',
      max: 200,
      editAt: accountant,
      section: 'payee',
      span: 4,
      columns: {
        account: bankAccount({ cn: '选择账户', en: 'Saved account', as: 'payee',
          locked: 'header.proceedsType = "3" and account.payroll = true' }),
        proceedsName: text({ cn: '户名', en: 'Account name', as: 'payeeName', locked, required: true, max: 100 }),
        proceedsAccount: text({ cn: '账号', en: 'Account number', locked, required: true, max: 34, pattern: '^[A-Z0-9]{5,34}$',
          masked: true }),
        proceedsAccountType: select({
          cn: '账户类型',
          en: 'Account type',
          locked,
          required: true,
          dict: 'proceedsAccountType',
          default: 'if header.proceedsType != "1" then "2" else null',
        }),
        currencyType: currency({ cn: '币种', en: 'Currency', system: true, readOnly: true, value: 'header.currencyType' }),
        bankName: select({ cn: '开户行', en: 'Bank', locked, required: true, dict: 'bank', freeText: true, suggests: branches }),
        bankBranchNo: text({
          cn: '联行号',
          en: 'Bank branch no.',
          required: 'currencyType = "CNY" and proceedsAccountType = "1"',
          pattern: '^\\d{12}$',
        }),
        swiftNumber: text({
          cn: 'Swift号',
          en: 'Swift number',
          required: 'currencyType != "CNY"',
          pattern: '^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$',
        }),
        bankAddress: text({ cn: '银行地址', en: 'Bank address', required: 'currencyType != "CNY"', max: 200 }),
        payAmount: money({
          cn: '付款金额',
          en: 'Amount to pay',
          required: true,
          default: 'if count(header.payeeLines) <= 1 then header.netPayable else null',
        }),
        payReason: text({ cn: '付款事由', en: 'Payment reason', required: true, max: 30, default: 'substring(header.title, 1, 30)' }),
        luhnConfirmed: checkbox({ cn: '卡号已确认', en: 'Card number confirmed' }),
      },
    }),
  })

const everywhere = ['start', 'accountantReview'] as const

export const payeeRules = defineRules([
  rule('PAY-01', {
    when: 'proceedsType in ("1", "3") and count(payeeLines) > 1',
    fields: ['payeeLines'],
    at: everywhere,
    cn: '单人收款或工资卡只能有一个收款账户',
    en: 'A single payee or payroll card can have only one account',
  }),
  rule('PAY-02', {
    each: 'payeeLines',
    fields: ['proceedsAccount'],
    at: everywhere,
    when: 'currencyType = "CNY" and (proceedsAccount = null or not(contains(proceedsAccount, "*"))) ' +
      'and (number(proceedsAccount) = null or contains(proceedsAccount, "E") or len(proceedsAccount) < 8 or len(proceedsAccount) > 30)',
    cn: '人民币账号须为8-30位数字',
    en: 'An RMB account number has 8 to 30 digits',
  }),
  rule('PAY-03', {
    each: 'payeeLines',
    fields: ['payAmount'],
    at: everywhere,
    when: 'payAmount <= 0',
    cn: '付款金额须大于0',
    en: 'The payment amount must be more than 0',
  }),
  rule('G-11', {
    each: 'payeeLines',
    fields: ['proceedsAccount'],
    level: 'confirm',
    acceptedBy: 'luhnConfirmed',
    at: everywhere,
    when: 'currencyType = "CNY" and (header.proceedsType != "1" or proceedsAccountType = "2") and proceedsAccount != null ' +
      'and not(contains(proceedsAccount, "*")) and not(luhn(proceedsAccount))',
    cn: '银行卡号校验未通过，请确认卡号是否正确，是否继续？',
    en: 'The bank card number failed the check. Continue with this number?',
  }),
  rule('G-12', {
    when: 'netPayable > 0 and count(payeeLines) > 0 and sum(payeeLines[payAmount != null].payAmount) != netPayable',
    fields: ['payeeLines'],
    at: everywhere,
    cn: '收款金额合计须等于实付金额',
    en: 'The payee amounts must add up to the net payable',
  }),
  rule('G-13', {
    when: 'count(distinct values(payeeLines.proceedsAccount)) < count(payeeLines)',
    fields: ['payeeLines'],
    level: 'confirm',
    at: everywhere,
    cn: '收款账户重复',
    en: 'Duplicate payee account',
  }),
])

/** Payment date, entered by the cashier. */
export const payDate = date({ cn: '付款日期', en: 'Payment date', editAt: ['cashier'], atNode: 'cashier', section: 'payee',
  default: 'today()' })

/** Rule that the payment date is not before the filing; each form with payments adds it under an id of its own. */
export const paidAfterFiling = (id: string) =>
  rule(id, {
    when: 'payDate < date(createTime)',
    fields: ['payDate'],
    at: ['cashier'],
    cn: '付款日期不能早于发起日期',
    en: 'The payment date can’t be before the request date',
  })
