import { date, defineFields, department, multiselect, people, person, select, text } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { own } from '#kernel/evaluate/rows.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { definePermissions } from '#kernel/permissions.ts'
import { material } from '#plugins/masters/references.ts'

/** Rights on the register of lines of change notices. */
export const canLines = definePermissions('change:ecnLine', ['view', 'export'])

/** Lines of change notices with their states; they follow the notices and have no page of their own to edit them. */
export const ecnLine = defineResource({
  name: 'ecnLine',
  cn: 'ECN执行明细',
  en: 'ECN line',
  base: '/oaserver',
  path: '/ecn-lines',
  table: 'ecn_line',
  key: 'lineNo',
  fields: defineFields({
    lineNo: text({ cn: '明细编号', en: 'Line no.' }),
    businessNo: text({ cn: 'ECN单号', en: 'ECN no.' }),
    ecnTitle: text({ cn: '变更主题', en: 'Subject' }),
    level: select({ cn: '变更级别', en: 'Level', dict: 'fiveMLevel' }),
    action: select({ cn: '变更动作', en: 'Change action', dict: 'ecnChangeAction' }),
    parentMaterial: material({ cn: '父件', en: 'Parent' }),
    oldMaterial: material({ cn: '变更前物料', en: 'Old material' }),
    newMaterial: material({ cn: '变更后物料', en: 'New material' }),
    execDept: department({ cn: '执行部门', en: 'Execution department' }),
    executor: person({ cn: '执行人', en: 'Executor' }),
    planDate: date({ cn: '计划完成日期', en: 'Planned completion' }),
    doneDate: date({ cn: '实际完成日期', en: 'Completed on' }),
    itemState: select({ cn: '执行状态', en: 'Item state', dict: 'ecnItemState' }),
    documentState: select({ cn: '单据状态', en: 'State', dict: 'docState' }),
    departmentIds: multiselect({ cn: '相关部门', en: 'Departments', of: 'department', visible: 'false' }),
    people: people({ cn: '相关人员', en: 'People', visible: 'false' }),
  }),
  columns: ['lineNo', 'ecnTitle', 'itemState', 'execDept', 'executor', 'planDate', 'doneDate', 'oldMaterial', 'newMaterial', 'action',
    'level', 'documentState'],
  filters: ['itemState', 'execDept', 'executor', 'planDate', 'level', 'action', 'documentState'],
  search: ['lineNo', 'businessNo', 'ecnTitle'],
  sort: [{ field: 'lineNo', descending: true }],
  can: canLines,
  scope: { departments: 'departmentIds', owner: 'people' },
  export: {
    columns: ['lineNo', 'ecnTitle', 'level', 'action', 'parentMaterial', 'oldMaterial', 'newMaterial', 'itemState', 'execDept', 'executor',
      'planDate', 'doneDate', 'documentState'],
  },
})

/**
 * States of a line of a change notice (dictionary `ecnItemState`): 0 not started, 1 in execution, 2 executed, 3 verified, 4 closed,
 * 5 delayed, 9 not applicable.
 */
export type LineState = '0' | '1' | '2' | '3' | '4' | '5' | '9'

/** State of a line; 0 where none is stored yet. */
export const stateOf = (row: FormValue): LineState => (own(row, 'itemState') as LineState | null | undefined) ?? '0'

/** Changes of state that people make at a node of the notice; all others are refused. */
const allowed: Readonly<Record<string, readonly `${LineState}${LineState}`[]>> = {
  changeOwner: ['09', '19', '90'],
  ecnExecDept: ['01'],
  executor: ['12', '15', '52'],
  verify: ['23'],
}

/** Returns whether a line may go from one state to another at a node; an unchanged state is always allowed. */
export const mayMove = (node: string, from: LineState, to: LineState): boolean =>
  from === to || (allowed[node]?.includes(`${from}${to}`) ?? false)

/** States in which a line is still to be executed. */
const isOpen = (state: LineState): boolean => state === '0' || state === '1' || state === '5'

/** Rows in which the executor has nothing left to do. */
export const isDone = (state: LineState): boolean => !isOpen(state)

/** States that a baseline may freeze: verified, closed or not applicable. */
export const isSettled = (state: LineState): boolean => state === '3' || state === '4' || state === '9'

/** The rows at the completion of their notice: what was executed is verified and closed, in the name of the change owner. */
export const closedLines = (rows: readonly FormValue[]): readonly FormValue[] =>
  rows.map((row) => (['2', '3'].includes(stateOf(row)) ? { ...row, itemState: '4' } : row))
