import { approve, defineFlow } from '#kernel/flow.ts'
import { attachment, defineFields, department, money, table, text } from '#kernel/fields.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { users } from '#server/identity/organisation/users.ts'
import { clerkOf, people, units } from './scope-company.ts'

/** A form whose documents have a filing and a bearing department. */
const paper = defineForm({
  key: 'paper',
  cn: '文书',
  en: 'Paper',
  path: '/paper',
  prefix: 'WS',
  group: 'it',
  icon: 'file',
  amount: 'amount',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
    applicantDept: department({ cn: '部门', en: 'Department' }),
    bearingDept: department({ cn: '承担部门', en: 'Bearing department', as: 'bearingDepartment' }),
    amount: money({ cn: '金额', en: 'Amount' }),
    lines: table({ cn: '明细', en: 'Lines', columns: { what: text({ cn: '内容', en: 'What', max: 50 }) } }),
    attachmentList: attachment({ cn: '附件', en: 'Files', max: 10 }),
  }),
  flow: defineFlow([approve('first', { rule: 'fixed', people: ['judge'] }, { cn: '审批', en: 'Approval' })], { overdueHours: 0 }),
})

export const papers = definePlugin({ id: 'papers', forms: [paper], permissions: Object.values(formPermissions(paper.key)) })

/** Creates the units and people of the scopes, a clerk of each unit, who files documents there, and an approver of all. */
export async function fillCompany(db: Db): Promise<void> {
  for (const { id, parent, type } of units)
    await groups(db, new Date()).create({ id, parent, type, name: `${id}/${id}`, code: id, hasBudgetDept: true })
  for (const { id, departments, admin } of people)
    await users(db, new Date()).create({ id, userName: id, name: `${id}/${id}`, admin,
      departments: departments.map((unit) => ({ id: unit })) })
  for (const { id } of units)
    await users(db, new Date()).create({ id: clerkOf(id), userName: clerkOf(id), name: `${id}中/${id}`, departments: [{ id }] })
  await users(db, new Date()).create({ id: 'judge', userName: 'judge', name: '审批/Judge' })
}
