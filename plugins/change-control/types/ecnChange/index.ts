import { date, defineFields, documentLink, person, radio, table, text, textarea } from '#kernel/fields.ts'
import { approve, defineFlow, vicePresident } from '#kernel/flow.ts'
import { defineForm } from '#kernel/form.ts'
import { defineRules, rule } from '#kernel/rules.ts'
import { basics, closing, header, headerRules } from '#plugins/forms/kit.ts'
import { changedColumns, changedLineRules, columnGroups, originalItems, takenColumns } from '../../lines.ts'
import { changePosts, lineFigures } from '../../sap.ts'
import { bomReview, changeOwner, copies, ecnExecDept, executor, pmc, qualityHead, rdHead, readOnMini } from '../nodes.ts'

const modified = 'changeKind = "modify"'

const fields = defineFields({
  ...header({ cn: 'ECN变更', en: 'ECN change' }),
  ecn: documentLink({ cn: '原ECN单号', en: 'Original ECN', required: true, trend: true, links: ['ecnApply'],
    linkStates: ['inApproval', 'completed'], binds: true, min: 1, max: 1, section: 'change', span: 2 }),
  ecnTitle: text({ cn: '变更主题', en: 'Subject', system: true, max: 100, section: 'change', span: 2 }),
  ecnLevel: radio({ cn: '变更级别', en: 'Level', system: true, dict: 'fiveMLevel', section: 'change' }),
  sapChangeNo: text({ cn: 'SAP变更号', en: 'SAP change number', system: true, max: 20, section: 'change' }),
  changeKind: radio({
    cn: '变更方式',
    en: 'Kind of change',
    required: true,
    trend: true,
    default: '"modify"',
    section: 'change',
    span: 2,
    options: [
      { value: 'modify', cn: '修改内容', en: 'Modify' },
      { value: 'delay', cn: '延期', en: 'Delay' },
      { value: 'cancel', cn: '取消', en: 'Cancel' },
      { value: 'executor', cn: '更换执行人', en: 'Replace executor' },
    ],
  }),
  changeOwner: person({ cn: '变更负责人', en: 'Change owner', required: true, trend: true, section: 'change',
    default: 'ecn[1].changeOwner' }),
  newPlanDate: date({ cn: '新计划日期', en: 'New planned date', required: 'changeKind = "delay"', section: 'change' }),
  newExecutor: person({ cn: '新执行人', en: 'New executor', required: 'changeKind = "executor"', section: 'change' }),
  changeReason: textarea({ cn: '变更原因', en: 'Reason', required: true, max: 1000, section: 'change', span: 4 }),
  executedHandling: textarea({ cn: '已执行部分处理', en: 'Handling of executed lines', max: 500, section: 'change', span: 4,
    required: 'some c in originalItems satisfies c.itemState in ("2","3","4")', shown: true }),
  originalItems,
  changeItems: table({
    cn: '变更后明细',
    en: 'Changed lines',
    required: 'changeKind != "cancel"',
    min: 1,
    max: 300,
    section: 'lines',
    span: 4,
    owner: { ecnExecDept: 'execHead', executor: 'executor' },
    takes: { from: 'ecn', of: { ecnApply: { rows: 'changeItems', when: 'itemState in ("0","1","4","5")', set: takenColumns } } },
    columnGroups,
    columns: changedColumns,
  }),
})

const rules = defineRules([
  ...headerRules,
  ...changedLineRules,
  rule('EC-R4', { when: 'newPlanDate <= today()', fields: ['newPlanDate'], cn: '新计划日期须晚于今天',
    en: 'The new planned date must be after today' }),
  rule('EC-R5', {
    when: 'changeKind = "executor" and newExecutor != null and (some c in originalItems satisfies ' +
      '(c.executor != null and c.executor.id = newExecutor.id and list contains(changeItems.originalItemNo, c.itemNo)))',
    fields: ['newExecutor'],
    cn: '新执行人不能与原执行人相同',
    en: 'The new executor must differ from the old one',
  }),
])

const flow = defineFlow(readOnMini([
  rdHead,
  bomReview(modified),
  pmc,
  qualityHead,
  changeOwner(),
  approve('vp', vicePresident('applicantDept'), { cn: '分管副总', en: 'Responsible VP', mode: 'all',
    when: 'changeKind = "cancel" or ecnLevel = "A"' }),
  ecnExecDept(modified),
  executor(modified),
  copies,
]))

/** A change of a released notice: its lines are modified, delayed, cancelled, or handed to somebody else. */
export const ecnChange = defineForm({
  key: 'ecnChange',
  cn: 'ECN变更',
  en: 'ECN change',
  path: '/ecn-change',
  prefix: 'ECNC',
  group: 'change',
  icon: 'swap',
  sections: [
    basics,
    { id: 'change', cn: '变更', en: 'Change' },
    { id: 'original', cn: '原变更明细', en: 'Original lines' },
    { id: 'lines', cn: '变更后明细', en: 'Changed lines' },
    ...closing,
  ],
  fields,
  rules,
  flow,
  figures: lineFigures,
  posts: changePosts,
  unique: [{ among: 'inApproval', by: ['ecn'], message: { cn: '该ECN存在审批中的变更单', en: 'An ECN change is already in approval' } }],
  subject: ['ecnTitle', 'changeReason'],
  columns: ['ecnTitle', 'changeKind', 'ecnLevel', 'changeOwner', 'newPlanDate', 'newExecutor', 'sapChangeNo'],
})
