import { defineRules, rule } from '#kernel/rules.ts'
import { headerRules } from '#plugins/forms/kit.ts'

const limit = 'duration("P" + string(parameter("libraryRule", "loanDays")) + "D")'

const own = defineRules([
  rule('JY-04', {
    when: `plannedReturnTime <= borrowTime or plannedReturnTime > borrowTime + ${limit}`,
    fields: ['plannedReturnTime'],
    at: ['start', 'handOut'],
    blanks: { days: 'parameter("libraryRule", "loanDays")' },
    cn: '计划归还时间须晚于借阅时间且不超过{days}天',
    en: 'The planned return must be after the borrowing time and within {days} days',
  }),
  rule('JY-06', {
    when: 'count(books) = 0',
    fields: ['books'],
    cn: '请至少添加一条借阅图书',
    en: 'Add at least one book',
  }),
  rule('JY-07', {
    when: 'count(distinct values(books.bookNo.id)) < count(books)',
    fields: ['books'],
    cn: '同一本图书不能重复借阅',
    en: 'A book is chosen twice',
  }),
  rule('JY-08', {
    when: 'date(borrowTime) < today()',
    fields: ['borrowTime'],
    cn: '借阅时间不能早于今天',
    en: 'The borrowing time cannot be before today',
  }),
  rule('JY-09', {
    when: 'returnTime < borrowTime',
    fields: ['returnTime'],
    at: ['giveBack'],
    cn: '归还时间不能早于借阅时间',
    en: 'The return cannot be before the borrowing time',
  }),
])

export const rules = [...headerRules, ...own] as const
