import { date, defineFields, department, integer, multiselect, people, person, select, text, toggle } from '#kernel/fields.ts'
import { defineResource } from '#kernel/resource.ts'
import { canProposals } from './permissions.ts'

/** State of each proposal, derived from its document. Read-only register. */
export const proposalIndex = defineResource({
  name: 'proposalIndex',
  cn: '提案台账',
  en: 'Proposals register',
  base: '/oaserver',
  path: '/proposal-index',
  table: 'proposal_index',
  key: 'businessNo',
  fields: defineFields({
    businessNo: text({ cn: '单据编号', en: 'Number' }),
    name: text({ cn: '提案名称', en: 'Proposal name' }),
    proposalType: select({ cn: '提案类别', en: 'Type', dict: 'proposalType' }),
    status: select({ cn: '提案状态', en: 'Proposal status', dict: 'proposalStatus' }),
    documentState: select({ cn: '单据状态', en: 'State', dict: 'docState' }),
    initiator: person({ cn: '申请人', en: 'Applicant' }),
    departmentId: department({ cn: '申请部门', en: 'Applicant department' }),
    implementer: person({ cn: '实施人', en: 'Implementer' }),
    implementDept: department({ cn: '实施部门', en: 'Implementing department' }),
    knowDate: select({ cn: '是否明确实施日期', en: 'Implementation date known', dict: 'yesNo' }),
    estStart: date({ cn: '预计开始', en: 'Estimated start' }),
    estEnd: date({ cn: '预计完成', en: 'Estimated end' }),
    actualFinish: date({ cn: '实际完成', en: 'Actual end' }),
    score: integer({ cn: '总分', en: 'Score' }),
    grade: select({ cn: '等级', en: 'Grade', dict: 'proposalGrade' }),
    eligible: toggle({ cn: '合格', en: 'Eligible' }),
    firstJudgeExcellent: toggle({ cn: '初判优秀', en: 'Excellent at first review' }),
    excellent: toggle({ cn: '优秀', en: 'Excellent' }),
    year: integer({ cn: '年度', en: 'Year', isName: true }),
    departmentIds: multiselect({ cn: '相关部门', en: 'Departments', of: 'department', visible: 'false' }),
    people: people({ cn: '相关人员', en: 'People', visible: 'false' }),
  }),
  columns: ['businessNo', 'name', 'status', 'initiator', 'departmentId', 'implementer', 'estEnd', 'actualFinish', 'score', 'eligible',
    'excellent', 'documentState', 'proposalType', 'implementDept', 'year'],
  filters: ['status', 'year', 'departmentId', 'implementer', 'initiator', 'eligible', 'excellent', 'documentState', 'estEnd'],
  search: ['businessNo', 'name'],
  sort: [{ field: 'year', descending: true }, { field: 'businessNo', descending: true }],
  can: canProposals,
  scope: { departments: 'departmentIds', owner: 'people' },
  export: {
    columns: ['businessNo', 'name', 'proposalType', 'status', 'documentState', 'initiator', 'departmentId', 'implementer', 'implementDept',
      'knowDate', 'estStart', 'estEnd', 'actualFinish', 'score', 'grade', 'eligible', 'firstJudgeExcellent', 'excellent', 'year'],
  },
})
