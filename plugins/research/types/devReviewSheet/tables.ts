import { calculated, date, number, person, radio, select, table, textarea } from '#kernel/fields.ts'

const confirming = ['pmConfirm']

/** Findings of the review with the person responsible for each. */
export const issues = table({
  cn: '评审问题',
  en: 'Issues',
  max: 100,
  editAt: ['reviewSign', 'pmConfirm'],
  section: 'issues',
  span: 4,
  columns: {
    desc: textarea({ cn: '问题描述', en: 'Issue', required: true, max: 500 }),
    level: select({ cn: '风险级别', en: 'Risk level', required: true, dict: 'riskGrade' }),
    owner: person({ cn: '责任人', en: 'Owner', required: true }),
    dueDate: date({ cn: '要求完成日期', en: 'Due date', required: true }),
    solution: textarea({ cn: '解决方案', en: 'Solution', max: 500 }),
    closed: radio({ cn: '是否关闭', en: 'Closed', required: true, dict: 'yesNo', default: '"0"' }),
  },
})

/** Working hours by member, month and role. */
export const workHours = table({
  cn: '投入工时',
  en: 'Work hours',
  required: 'stage != "concept"',
  min: 1,
  max: 200,
  editAt: confirming,
  section: 'hours',
  span: 4,
  columns: {
    member: person({ cn: '成员', en: 'Member', required: true }),
    role: select({ cn: '角色', en: 'Role', required: true, dict: 'devRole' }),
    month: date({ cn: '月份', en: 'Month', required: true, months: true,
      default: 'date(header.reviewDate.year, header.reviewDate.month, 1)' }),
    planHours: number({ cn: '计划工时', en: 'Planned hours', min: 0, max: 9999, precision: 1 }),
    worked: calculated({ cn: '成员月份角色', en: 'Member, month and role', result: 'text', visible: 'false',
      value: 'member.id + " " + string(month) + " " + role' }),
    actualHours: number({ cn: '实际工时', en: 'Actual hours', required: true, min: 0, max: 300, precision: 1 }),
  },
})
