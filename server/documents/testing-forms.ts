import { attachment, date, datetime, defineFields, department, integer, money, number, person, richtext, select, table, text, textarea,
  toggle } from '#kernel/fields.ts'
import { approve, type ApprovalNode, type Block, defineFlow, exclusive, type FlowSettings, parallel, rowPersons,
  selectUser } from '#kernel/flow.ts'
import { defineForm, type Form } from '#kernel/form.ts'
import { takingForms } from './testing-taking.ts'

const fields = defineFields({
  title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
  applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id' }),
  applicantDept: department({ cn: '部门', en: 'Department', default: '"works"' }),
  amount: money({ cn: '金额', en: 'Amount', editAt: ['first', 'a'] }),
  remark: text({ cn: '备注', en: 'Remark', max: 100, editAt: ['first', 'a'] }),
  kind: select({ cn: '类别', en: 'Kind', trend: true,
    options: [{ value: '1', cn: '一', en: 'One' }, { value: '2', cn: '二', en: 'Two' }] }),
  attachmentList: attachment({ cn: '附件', en: 'Files', max: 10 }),
  explainDtoList: table({
    cn: '说明',
    en: 'Explanations',
    as: 'explanations',
    columns: {
      userName: text({ cn: '姓名', en: 'Name' }),
      departmentName: text({ cn: '部门', en: 'Department' }),
      explain: textarea({ cn: '说明', en: 'Explanation' }),
      explainType: text({ cn: '类型', en: 'Type' }),
    },
  }),
  score: integer({ cn: '评分', en: 'Score', atNode: 'judge' }),
  hardToDecideOneReason: textarea({ cn: '难决原因一', en: 'First reason', max: 1000, editAt: ['judge'] }),
  hardToDecideTwoReason: textarea({ cn: '难决原因二', en: 'Second reason', max: 1000, editAt: ['second'] }),
  due: date({ cn: '日期', en: 'Date' }),
})

declare module '#kernel/fields/definition.ts' {
  interface DocumentMarks {
    /** Mark of a test module. */
    fragile: true
  }
}

type Options = Omit<Partial<ApprovalNode>, 'block' | 'id' | 'by'>

const node = (id: string, people: readonly string[], options: Options = {}) =>
  approve(id, { rule: 'fixed', people }, { cn: `节点${id}`, en: `Node ${id}`, ...options })

const formOf = (key: string, steps: readonly Block[],
  { settings = {}, ...more }: Partial<Form> & { settings?: Partial<FlowSettings> } = {}): Form =>
  defineForm({
    key,
    cn: `单据${key}`,
    en: `Form ${key}`,
    path: `/${key.toLowerCase()}`,
    prefix: key.toUpperCase(),
    group: 'it',
    icon: 'file',
    amount: 'amount',
    fields,
    flow: defineFlow(steps, { overdueHours: 0, again: 'everybody', ...settings }),
    ...more,
  })

const checkList = [{ id: 'seal', cn: '封条', en: 'Seal' }, { id: 'label', cn: '标签', en: 'Label' }]

/**
 * Sample forms: `plain` with sequential nodes; `group` with modes all, any and sequential; `direct` with direct resumption after a
 * return; `checked` with one of two branches; and so on.
 */
export const forms = [
  formOf('marked', [node('first', ['head']), node('second', ['chief'])], {
    fields: { ...fields, breaks: toggle({ cn: '易碎', en: 'Fragile', as: 'fragile', editAt: ['first'] }) },
  }),
  formOf('noted', [node('first', ['head'], { saves: true }), node('second', ['chief'])], {
    fields: { ...fields, finding: text({ cn: '结论', en: 'Finding', editAt: ['first'] }) },
  }),
  formOf('plain', [node('first', ['head']), node('second', ['chief']), node('third', ['anna'])]),
  formOf('group', [node('all', ['head', 'chief'], { mode: 'all' }), node('any', ['anna', 'bob']),
    node('row', ['carl', 'dave'], { mode: 'sequential' })]),
  formOf('direct', [node('a', ['head']), node('b', ['chief']), node('c', ['anna'])], {
    settings: { again: 'straightBack', resumeMode: 'direct' },
  }),
  formOf('fork', [parallel('block', [node('left', ['head'])], [node('right', ['chief'])]), node('join', ['anna'])]),
  formOf('strict', [
    node('first', ['head'], { opinionRequired: true, checkList, explains: 'overBudget',
      hidden: ['transfer', 'return', 'countersign', 'refuse'] }),
    node('second', ['chief']),
  ]),
  formOf('checked', [
    exclusive('size', [{ when: 'amount > 100', steps: [node('large', ['chief'], { checkList })] }], [
      node('small', ['head'], { checkList }),
    ]),
    node('last', ['anna'], { checkList }),
  ]),
  formOf('judging', [
    node('judge', ['head'], { hardToDecide: 'one' }),
    node('second', ['chief'], { hardToDecide: 'two', when: 'hardToDecideOneReason != null' }),
    node('committee', ['anna'], { when: 'hardToDecideTwoReason != null' }),
    node('end', ['bob']),
  ]),
  formOf('followed', [node('first', ['head'])], {
    fields: { ...fields, after: text({ cn: '补记', en: 'Afterwards', max: 100, atNode: 'note', editAt: ['note'] }) },
    followUps: [{ id: 'note', cn: '补记', en: 'Note' }],
    permissions: ['stamp'],
  }),
  formOf('written', [node('first', ['head'])], {
    fields: {
      ...fields,
      content: richtext({ cn: '内容', en: 'Content', max: 8000, editAt: ['first'] }),
      parts: table({ cn: '段落', en: 'Parts', columns: { content: richtext({ cn: '内容', en: 'Content', required: true, max: 8000 }) } }),
    },
  }),
  formOf('listed', [node('first', ['head'])], { subject: ['remark'], columns: ['kind', 'remark', 'due', 'applicant', 'amount', 'score'] }),
  formOf('alike', [node('first', ['head'])], {
    fields: { ...fields,
      lines: table({ cn: '行', en: 'Lines',
        columns: { code: text({ cn: '料号', en: 'Code' }), from: date({ cn: '起', en: 'From' }), to: date({ cn: '止', en: 'To' }) } }) },
    abortAfterCompletion: true,
    unique: [
      { among: 'live', by: ['remark'],
        message: { cn: '合同编号已存在：{businessNo}', en: 'The contract no. already exists: {businessNo}' } },
      { among: 'inApproval', rows: 'lines', by: ['code', 'kind'], span: ['from', 'to'] },
      { among: 'completed', by: ['due'] },
    ],
  }),
  formOf('shared', [
    approve('own', rowPersons('clauses.reviewer'), { cn: '会签', en: 'Review', mode: 'all', rows: 'own',
      checkList: [{ id: 'large', cn: '大额', en: 'Large', when: 'amount > 100' }] }),
  ], {
    fields: { ...fields,
      clauses: table({ cn: '条款', en: 'Clauses', owner: 'reviewer',
        columns: { reviewer: person({ cn: '评审人', en: 'Reviewer', required: true }), note: text({ cn: '备注', en: 'Note' }),
          amount: money({ cn: '金额', en: 'Amount' }), due: date({ cn: '日期', en: 'Due' }),
          level: select({ cn: '等级', en: 'Level',
            options: [{ value: 'high', cn: '高', en: 'High' }, { value: 'low', cn: '低', en: 'Low' }] }),
          result: text({ cn: '结论', en: 'Result', atNode: 'own' }) } }) },
  }),
  formOf('stocked', [node('first', ['head']), node('second', ['chief'])], {
    fields: { ...fields, site: text({ cn: '厂区', en: 'Site' }), lines: table({ cn: '行', en: 'Lines', columns: {
      material: text({ cn: '料号', en: 'Material', required: true }),
      unit: select({ cn: '单位', en: 'Unit',
        optionsBy: { call: 'store.units', with: { material: 'material' }, fills: { unitName: 'cn' } } }),
      unitName: text({ cn: '单位名称', en: 'Unit name' }),
      stock: number({ cn: '库存', en: 'Stock', system: true }),
      stockAt: datetime({ cn: '库存时间', en: 'Stock as of', system: true }),
    } }) },
    figures: [{ call: 'store.stock', with: { material: 'material', site: 'site' }, rows: 'lines', into: { stock: 'qty' }, readAt: 'stockAt',
      at: ['edit', 'submit', 'second'] }],
  }),
  formOf('posted', [node('first', ['head']), node('second', ['chief'])], {
    fields: { ...fields,
      lines: table({ cn: '行', en: 'Lines',
        columns: { material: text({ cn: '料号', en: 'Material' }), qty: integer({ cn: '数量', en: 'Quantity' }) } }) },
    abortAfterCompletion: true,
    posts: [
      { id: 'order', cn: '订单', en: 'Order', at: 'first', call: 'store.order', body: { title: 'title', total: 'amount' },
        when: 'amount > 0', role: 'oaAdmin' },
      { id: 'issue', cn: '出库', en: 'Issue', at: 'completion', call: 'store.issue', rows: 'lines',
        body: { material: 'material', qty: 'qty', title: 'header.title', kind: '"issue"' }, reversal: 'store.return' },
    ],
  }),
  formOf('reserved', [node('first', ['head', 'anna'], { mode: 'all' }), node('second', ['chief'])], {
    fields: { ...fields, reservation: text({ cn: '预留号', en: 'Reservation', system: true, readOnly: true, max: 40 }) },
    posts: [{ id: 'reserve', cn: '预留', en: 'Reservation', at: 'first', before: true, call: 'store.order', when: 'amount > 0',
      body: { title: 'title', total: 'amount' }, into: 'reservation', reversal: 'store.return' }],
  }),
  formOf('paid', [node('first', ['head']), node('second', ['chief']), node('third', ['anna'])], {
    fields: { ...fields, payee: person({ cn: '收款人', en: 'Payee', as: 'payee' }) },
  }),
  ...takingForms,
  formOf('chosen', [node('first', ['head']),
    approve('picked', selectUser(2, { optionalRange: { type: 'DEPT', ids: ['works'] } }), { cn: '自选', en: 'Chosen' })]),
]
