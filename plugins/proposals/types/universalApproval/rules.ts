import { defineRules, rule } from '#kernel/rules.ts'
import { fxRules, headerRules } from '#plugins/forms/kit.ts'

const own = defineRules([
  rule('TY-01', {
    when: 'count(contents) = 0',
    fields: ['contents'],
    cn: '请至少添加一条审批内容',
    en: 'Add at least one line of approval content',
  }),
  rule('TY-02', {
    when: 'count(chosenApprovers) = 0',
    fields: ['chosenApprovers'],
    cn: '审批人列表不能为空',
    en: 'The approver list cannot be empty',
  }),
  rule('TY-04', {
    when: 'universalType = "7" and count(attachmentList) = 0',
    fields: ['attachmentList'],
    cn: '用章申请须上传文件',
    en: 'Upload the document to be sealed',
  }),
  rule('TY-05', {
    when: 'expectDate < today()',
    fields: ['expectDate'],
    cn: '期望完成日期不能早于今天',
    en: 'The needed-by date can’t be in the past',
  }),
  rule('TY-06', {
    when: 'some p in chosenApprovers satisfies p.id = applicant.id',
    fields: ['chosenApprovers'],
    cn: '审批人不能是申请人',
    en: 'The applicant cannot be an approver',
  }),
])

export const rules = [...headerRules, ...fxRules, ...own] as const
