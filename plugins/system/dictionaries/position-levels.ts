import type { Dictionary } from '#kernel/plugin.ts'

/** Grades of employees as defined by HR; standards, rules and flows depend on them. */
export const positionLevels: Dictionary = {
  key: 'positionLevel',
  cn: '职级',
  en: 'Grade',
  items: [
    { value: '1', cn: '普通员工', en: 'Staff' },
    { value: '2', cn: '部门经理', en: 'Department manager' },
    { value: '3', cn: '总监', en: 'Director' },
    { value: '4', cn: '副总经理', en: 'Vice president' },
    { value: '5', cn: '总经理', en: 'General manager' },
  ],
}
