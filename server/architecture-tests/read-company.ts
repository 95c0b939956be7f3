import { sql } from 'kysely'
import { approve, defineFlow } from '#kernel/flow.ts'
import { attachment, defineFields, department, money, text } from '#kernel/fields.ts'
import { defineForm, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import type { Db } from '../database/tables.ts'
import { groups } from '../identity/organisation/groups.ts'
import { users } from '../identity/organisation/users.ts'
import { people, units } from './scope-company.ts'

/** A form whose documents say which department files and which one bears them. */
const paper = defineForm({
  key: 'paper', cn: '文书', en: 'Paper', path: '/paper', prefix: 'WS', group: 'it', icon: 'file', amount: 'amount',
  fields: defineFields({
    title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
    applicantDept: department({ cn: '部门', en: 'Department' }),
    bearingDept: department({ cn: '承担部门', en: 'Bearing department' }),
    amount: money({ cn: '金额', en: 'Amount' }),
    attachmentList: attachment({ cn: '附件', en: 'Files', max: 10 }),
  }),
  flow: defineFlow([approve('first', { rule: 'fixed', people: ['judge'] }, { cn: '审批', en: 'Approval' })], { overdueHours: 0 }),
})

export const papers = definePlugin({ id: 'papers', forms: [paper], permissions: Object.values(formPermissions(paper.key)) })

/** Who files in a unit. */
export const clerkOf = (unit: string): string => `in-${unit}`

/** The units and people of the scopes, a clerk of each unit, who files there, and whoever decides about it all. */
export async function settle(db: Db): Promise<void> {
  for (const { id, parent, type } of units) await groups(db).create({ id, parent, type, name: `${id}/${id}`, code: id, hasBudgetDept: true })
  for (const { id, departments, admin } of people) await users(db).create({ id, userName: id, name: `${id}/${id}`, admin, departments: departments.map((unit) => ({ id: unit })) })
  for (const { id } of units) await users(db).create({ id: clerkOf(id), userName: clerkOf(id), name: `${id}中/${id}`, departments: [{ id }] })
  await users(db).create({ id: 'judge', userName: 'judge', name: '审批/Judge' })
}

/** A budget of each unit, whose figures are all different, with something spent. */
export async function plan(db: Db): Promise<void> {
  await sql`insert into expense_category (id, code, name_cn, name_en) values ('travel', 'travel', '差旅', 'Travel')`.execute(db)
  for (const [place, { id }] of units.entries()) {
    await sql`insert into annual_budget (id, budget_year, department_id, expense_category_id, m08) values (${`plan-${id}`}, 2026, ${id}, 'travel', ${amountOf(place)})`.execute(db)
    await sql`insert into budget_entry (year, month, department_id, expense_category_id, kind, amount, direction, document_id, row_id, round, step, operator, happen_time)
      values (2026, 8, ${id}, 'travel', 'spend', ${amountOf(place) * 2}, 1, ${`claim-${id}`}, 'row', 1, 1, 'judge', '2026-08-15')`.execute(db)
    await sql`insert into budget_change (year, batch, action, budget_id, operator, happen_time) values (2026, ${id}, 'add', ${`plan-${id}`}, 'judge', '2026-01-01')`.execute(db)
  }
}

/** A trip of each unit's clerk. */
export async function travel(db: Db): Promise<void> {
  for (const { id } of units) {
    await sql`insert into journey_record (id, traveller_id, department_id, depart_time, arrive_time, journey_type)
      values (${`trip-${id}`}, ${clerkOf(id)}, ${id}, '2026-12-01 08:00', '2026-12-02 18:00', '1')`.execute(db)
  }
}

/** Powers of two: every sum tells what it is the sum of. */
export const amountOf = (place: number): number => 2 ** place
