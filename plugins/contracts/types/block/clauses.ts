import { defineFields, department, person, select, table, textarea } from '#kernel/fields.ts'
import { approve, rowPersons } from '#kernel/flow.ts'
import { defineRules, rule } from '#kernel/rules.ts'

const node = 'clauseReview'

/** Default wordings by type of clause. */
const wordings = {
  quality: '按双方确认的技术要求和质量协议验收',
  delivery: '按约定的交期和地点交付，逾期承担违约责任',
  price: '价格为含税价，合同期内不调整',
  payment: '按付款条款约定的比例和时间付款',
  warranty: '质保期内免费维修或更换',
  breach: '违约责任对等',
  ip: '保证不侵犯第三方知识产权',
  confidentiality: '双方对商业和技术信息承担保密义务',
} as const

type Clause = keyof typeof wordings

const rowsOf = (types: readonly Clause[]) => `[${types.map((type) => `{clauseType: "${type}", content: "${wordings[type]}"}`).join(', ')}]`

/** Table of reviewed clauses, each with its own reviewer; a new document starts with the standard clauses. */
export const clauses = (standard: readonly Clause[]) =>
  defineFields({
    clauses: table({
      cn: '评审条款',
      en: 'Review clauses',
      required: true,
      min: 1,
      max: 50,
      owner: 'reviewer',
      default: rowsOf(standard),
      section: 'review',
      span: 4,
      columns: {
        clauseType: select({ cn: '条款类型', en: 'Clause', required: true, dict: 'reviewClauseType' }),
        content: textarea({ cn: '条款内容', en: 'Content', required: true, max: 500 }),
        department: department({ cn: '评审部门', en: 'Reviewing department', required: true }),
        reviewer: person({ cn: '评审人', en: 'Reviewer', required: true, trend: true,
          filter: 'department = null or list contains(option.departments, department.id)' }),
        result: select({ cn: '评审结论', en: 'Result', dict: 'reviewResult', required: true, atNode: node, editAt: [node] }),
        opinion: textarea({ cn: '评审意见', en: 'Opinion', required: 'result in ("conditional","fail")', max: 500, editAt: [node] }),
      },
    }),
  })

export const clauseReview = approve(node, rowPersons('clauses.reviewer'), { cn: '条款评审', en: 'Clause review', mode: 'all', manual: true,
  rows: 'own' })

export const clauseRules = defineRules([
  rule('X-R1', { when: 'count(clauses) = 0', fields: ['clauses'], cn: '请至少添加一条评审条款', en: 'Add at least one review clause' }),
  rule('X-R1-twice', {
    when: 'count(distinct values(clauses.clauseType)) < count(clauses)',
    fields: ['clauses'],
    cn: '条款类型重复',
    en: 'Two clauses have the same type',
  }),
  rule('X-R5', {
    when: 'some c in clauses satisfies c.result = "fail"',
    fields: ['clauses'],
    at: ['legal', 'finance', 'vp', 'gm', 'seal', 'archive'],
    cn: '存在不通过的条款，请退回修改',
    en: 'A clause failed. Return the document for changes',
  }),
])
