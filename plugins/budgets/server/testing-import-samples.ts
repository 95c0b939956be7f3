import type { Db } from '#server/database/tables.ts'
import { defineImportSamples, padded, wrong } from '#server/architecture-tests/import-sample.ts'
import { planColumns } from './plans/workbook.ts'

const months = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${padded(index + 1, 2)}`, '1200.50']))

async function withoutBudget(db: Db): Promise<string> {
  const unit = await db.selectFrom('sys_group').select('code').where('has_budget_dept', '=', false).where('type', '=', 'DEPARTMENT').where(
    'code',
    'is not',
    null,
  ).orderBy('code')
    .executeTakeFirstOrThrow()
  return unit.code ?? ''
}

export default defineImportSamples({
  annualBudget: {
    importer: { table: 'annual_budget', path: '/budgetservice/annualBudget', columns: planColumns, updates: false, allOrNothing: true },
    rows: ({ department }) => (n) => ({ budgetYear: String(2031 + n), departmentId: department, expenseCategoryId: 'OFFICE', ...months,
      remark: '计划' }),
    refusals: [
      wrong('the same line again', '', '与原文件第 3 行重复', {}),
      wrong('a department without budgets', 'departmentId', '没有预算',
        async (_, { db }) => ({ budgetYear: '2190', departmentId: await withoutBudget(db) })),
    ],
  },
})
