import { date, defineFields, department, money, select, table, text, textarea, toggle } from '#kernel/fields.ts'
import { expenseCategory } from '#plugins/expense-types/references.ts'
import type { Feel } from '#kernel/fields.ts'
import { defineRules, rule } from '#kernel/rules.ts'

/** Condition that an explanation is required; a blocked budget refuses the document instead. */
const explained = 'overBudget = true and count(overBudgetInfo[warnLevel = "blocked"]) = 0'

/** Over-budget and overdue fields with their explanations; `overdue` is the form's condition. */
export const budget = (overdue: Feel) =>
  defineFields({
    overBudget: toggle({ cn: '是否超预算', en: 'Over budget', as: 'overBudget', system: true, readOnly: true, trend: true }),
    overBudgetInfo: table({
      cn: '超预算信息',
      en: 'Over-budget details',
      as: 'overBudgetRows',
      system: true,
      readOnly: true,
      section: 'budget',
      columns: {
        budgetDept: department({ cn: '预算承担部门', en: 'Budget-bearing department' }),
        departmentName: text({ cn: '部门名称', en: 'Department', bilingual: true }),
        category: expenseCategory({ cn: '费用类型', en: 'Expense category' }),
        month: date({ cn: '月份', en: 'Month', months: true }),
        budget: money({ cn: '预算', en: 'Budget', rmb: true }),
        spent: money({ cn: '已用', en: 'Used', rmb: true }),
        occupied: money({ cn: '占用', en: 'Occupied', rmb: true }),
        available: money({ cn: '可用', en: 'Available', rmb: true }),
        thisAmount: money({ cn: '本次', en: 'This request', rmb: true }),
        exceeded: money({ cn: '超出', en: 'Over by', rmb: true }),
        warnLevel: select({
          cn: '预警',
          en: 'Band',
          options: [
            { value: 'within', cn: '预算内', en: 'Within' },
            { value: 'near', cn: '接近', en: 'Near' },
            { value: 'over', cn: '超出', en: 'Over by' },
            { value: 'none', cn: '无预算', en: 'No budget' },
            { value: 'blocked', cn: '不可超出', en: 'Can’t be exceeded' },
          ],
        }),
      },
    }),
    overBudgetExplanation: textarea({
      cn: '超预算说明',
      en: 'Over-budget explanation',
      as: 'overBudgetExplanation',
      required: explained,
      max: 1000,
      section: 'budget',
      span: 4,
    }),
    overdue: toggle({ cn: '是否逾期', en: 'Overdue', system: true, readOnly: true, trend: true, value: overdue }),
    overdueExplanation: textarea({
      cn: '逾期说明',
      en: 'Overdue explanation',
      required: 'overdue = true',
      unrepeated: true,
      max: 1000,
      section: 'budget',
      span: 4,
    }),
    explainDtoList: table({
      cn: '说明清单',
      en: 'Explanations',
      as: 'explanations',
      system: true,
      readOnly: true,
      section: 'budget',
      columns: {
        userName: text({ cn: '姓名', en: 'Name', required: true }),
        departmentName: text({ cn: '部门', en: 'Department' }),
        explain: textarea({ cn: '说明', en: 'Explanation', required: true, min: 1, max: 1000 }),
        explainType: select({ cn: '类型', en: 'Type', dict: 'explainType' }),
      },
    }),
  })

export const budgetRules = defineRules([
  rule('G-07', {
    when: `${explained} and (overBudgetExplanation = null or overBudgetExplanation = "")`,
    fields: ['overBudgetExplanation'],
    cn: '已超预算，请填写超预算说明',
    en: 'Over budget: enter an over-budget explanation',
  }),
  rule('G-09', {
    when: 'overdue = true and (overdueExplanation = null or overdueExplanation = "")',
    fields: ['overdueExplanation'],
    cn: '单据已逾期，请填写逾期说明',
    en: 'This item is overdue: enter an overdue explanation',
  }),
])
