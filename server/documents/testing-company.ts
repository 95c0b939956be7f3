import { attachment, date, datetime, defineFields, department, integer, money, number, person, richtext, select, table, text, textarea } from '#kernel/fields.ts'
import { approve, type ApprovalNode, type Block, defineFlow, exclusive, type FlowSettings, parallel, rowPersons, selectUser } from '#kernel/flow.ts'
import { defineForm, type Form, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { canPosting } from '#kernel/posting-permissions.ts'
import type { PostingCall } from '../postings/posting.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { Db } from '../database/tables.ts'
import { groups } from '../identity/organisation/groups.ts'
import { hashPassword } from '../identity/accounts/passwords.ts'
import { roles } from '../identity/rights/roles.ts'
import { testPassword } from '../identity/testing.ts'
import { users } from '../identity/organisation/users.ts'
import type { ExternalCall } from '../external/external-call.ts'
import { defineServer } from '../plugin.ts'
import { type Answer, testProduct, type TestProduct } from './testing.ts'

const fields = defineFields({
  title: text({ cn: '标题', en: 'Title', required: true, max: 50 }),
  applicant: person({ cn: '申请人', en: 'Applicant', readOnly: true, default: 'currentUser.id' }),
  applicantDept: department({ cn: '部门', en: 'Department', default: '"works"' }),
  amount: money({ cn: '金额', en: 'Amount', editAt: ['first', 'a'] }),
  remark: text({ cn: '备注', en: 'Remark', max: 100, editAt: ['first', 'a'] }),
  kind: select({ cn: '类别', en: 'Kind', trend: true, options: [{ value: '1', cn: '一', en: 'One' }, { value: '2', cn: '二', en: 'Two' }] }),
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

type Options = Omit<Partial<ApprovalNode>, 'block' | 'id' | 'by'>

const node = (id: string, people: readonly string[], options: Options = {}) => approve(id, { rule: 'fixed', people }, { cn: `节点${id}`, en: `Node ${id}`, ...options })

const formOf = (key: string, steps: readonly Block[], { settings = {}, ...more }: Partial<Form> & { settings?: Partial<FlowSettings> } = {}): Form =>
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
    flow: defineFlow(steps, { overdueHours: 0, ...settings }),
    ...more,
  })

const checkList = [{ id: 'seal', cn: '封条', en: 'Seal' }, { id: 'label', cn: '标签', en: 'Label' }]

/** `plain` one after the other; `group` all, then any, then in sequence; `direct` straight back after a return; `checked` one branch of two; and so on. */
const forms = [
  formOf('plain', [node('first', ['head']), node('second', ['chief']), node('third', ['anna'])]),
  formOf('group', [node('all', ['head', 'chief'], { mode: 'all' }), node('any', ['anna', 'bob']), node('row', ['carl', 'dave'], { mode: 'sequential' })]),
  formOf('direct', [node('a', ['head']), node('b', ['chief']), node('c', ['anna'])], { settings: { resumeMode: 'direct' } }),
  formOf('fork', [parallel('block', [node('left', ['head'])], [node('right', ['chief'])]), node('join', ['anna'])]),
  formOf('strict', [node('first', ['head'], { opinionRequired: true, checkList, explains: 'overBudget', hidden: ['transfer', 'return', 'countersign', 'refuse'] }),
    node('second', ['chief'])]),
  formOf('checked', [exclusive('size', [{ when: 'amount > 100', steps: [node('large', ['chief'], { checkList })] }], [node('small', ['head'], { checkList })]),
    node('last', ['anna'], { checkList })]),
  formOf('judging', [
    node('judge', ['head'], { hardToDecide: 'one' }),
    node('second', ['chief'], { hardToDecide: 'two', when: 'hardToDecideOneReason != null' }),
    node('committee', ['anna'], { when: 'hardToDecideTwoReason != null' }),
    node('end', ['bob']),
  ]),
  formOf('followed', [node('first', ['head'])], {
    fields: { ...fields, after: text({ cn: '补记', en: 'Afterwards', max: 100, atNode: 'note', editAt: ['note'] }) },
    followUps: [{ id: 'note', cn: '补记', en: 'Note' }],
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
      lines: table({ cn: '行', en: 'Lines', columns: { code: text({ cn: '料号', en: 'Code' }), from: date({ cn: '起', en: 'From' }), to: date({ cn: '止', en: 'To' }) } }) },
    abortAfterCompletion: true,
    unique: [
      { among: 'live', by: ['remark'], message: { cn: '合同编号已存在：{businessNo}', en: 'The contract no. already exists: {businessNo}' } },
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
        columns: { reviewer: person({ cn: '评审人', en: 'Reviewer', required: true }), note: text({ cn: '备注', en: 'Note' }), amount: money({ cn: '金额', en: 'Amount' }),
          due: date({ cn: '日期', en: 'Due' }),
          level: select({ cn: '等级', en: 'Level', options: [{ value: 'high', cn: '高', en: 'High' }, { value: 'low', cn: '低', en: 'Low' }] }),
          result: text({ cn: '结论', en: 'Result', atNode: 'own' }) } }) },
  }),
  formOf('stocked', [node('first', ['head']), node('second', ['chief'])], {
    fields: { ...fields, site: text({ cn: '厂区', en: 'Site' }), lines: table({ cn: '行', en: 'Lines', columns: {
      material: text({ cn: '料号', en: 'Material', required: true }),
      unit: select({ cn: '单位', en: 'Unit', optionsBy: { call: 'store.units', with: { material: 'material' }, fills: { unitName: 'cn' } } }),
      unitName: text({ cn: '单位名称', en: 'Unit name' }),
      stock: number({ cn: '库存', en: 'Stock', system: true }),
      stockAt: datetime({ cn: '库存时间', en: 'Stock as of', system: true }),
    } }) },
    figures: [{ call: 'store.stock', with: { material: 'material', site: 'site' }, rows: 'lines', into: { stock: 'qty' }, readAt: 'stockAt', at: ['edit', 'submit', 'second'] }],
  }),
  formOf('posted', [node('first', ['head']), node('second', ['chief'])], {
    fields: { ...fields, lines: table({ cn: '行', en: 'Lines', columns: { material: text({ cn: '料号', en: 'Material' }), qty: integer({ cn: '数量', en: 'Quantity' }) } }) },
    abortAfterCompletion: true,
    posts: [
      { id: 'order', cn: '订单', en: 'Order', at: 'first', call: 'store.order', body: { title: 'title', total: 'amount' }, when: 'amount > 0', role: 'oaAdmin' },
      { id: 'issue', cn: '出库', en: 'Issue', at: 'completion', call: 'store.issue', rows: 'lines', body: { material: 'material', qty: 'qty', title: 'header.title' },
        reversal: 'store.return' },
    ],
  }),
  formOf('chosen', [node('first', ['head']), approve('picked', selectUser(2, { optionalRange: { type: 'DEPT', ids: ['works'] } }), { cn: '自选', en: 'Chosen' })]),
]

const people: Readonly<Record<string, readonly string[]>> = {
  wang: [],
  head: [],
  chief: [],
  anna: [],
  bob: [],
  carl: [],
  dave: [],
  erin: [],
  frank: [],
  gina: [],
  gone: [],
  voider: ['oaAdmin'],
  flows: ['workflowAdmin'],
  stranger: [],
}

const pluginOf = (declared: readonly Form[]) =>
  definePlugin({ id: 'test', calls: ['store.units', 'store.stock', 'store.order', 'store.issue', 'store.return'], forms: declared, permissions: declared.flatMap(({ key }) =>
    Object.values(formPermissions(key))
  ) })

/** The same product with other declarations of some of its forms. */
export const withForms = (...changed: readonly Form[]) => pluginOf(forms.map((form) => changed.find(({ key }) => key === form.key) ?? form))

/** A form of the product. */
export const formNamed = (key: string): Form => forms.find((form) => form.key === key)!

/** A company of one department, `works`, and one, `office`, of people who have nothing to do with it, on 20 November 2026. */
export async function approvalProduct(
  { connections, store = async () => [], send = async () => ({ outcome: 'unknown' }) }: { connections?: number; store?: ExternalCall['ask']; send?: PostingCall['send'] } = {},
) {
  const posting: PostingCall = { system: { cn: '仓库系统', en: 'Store' }, send }
  const call: ExternalCall = { system: { cn: '仓库系统', en: 'Store' }, ask: store }
  const product = await testProduct({
    plugins: [pluginOf(forms)],
    serverPlugins: [
      defineServer({ id: 'test', externalCalls: { 'store.units': call, 'store.stock': call },
        postingCalls: { 'store.order': posting, 'store.issue': posting, 'store.return': posting } }),
    ],
    now: new Date('2026-11-20T10:00:00+08:00'),
    connections,
    content: { name: 'a company that approves', fill: ({ host }) => company(host.db) },
  })
  return { product, on: approvals(product) }
}

async function company(db: Db): Promise<void> {
  // a cheap hash: the work of signing in is not what these tests are about
  const passwordHash = await hashPassword(testPassword, { N: 1024, r: 8, p: 1 })
  await groups(db).create({ id: 'group', type: 'GROUP', name: '集团/Group' })
  await groups(db).create({ id: 'plant', parent: 'group', type: 'ENTERPRISE', name: '公司/Plant' })
  await groups(db).create({ id: 'works', parent: 'plant', type: 'DEPARTMENT', name: '工厂/Works' })
  await groups(db).create({ id: 'office', parent: 'group', type: 'DEPARTMENT', name: '办公室/Office' })
  for (const [id, held] of Object.entries(people)) {
    const departments = [{ id: id === 'stranger' ? 'office' : 'works' }]
    await users(db).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, departments, roles: held, email: `${id}@example.com`, enable: id !== 'gone' })
  }
  await roles(db).grant('employee', forms.map(({ key }) => formPermissions(key).add))
  await roles(db).grant('oaAdmin', ['abandoned', ...Object.values(canPosting), ...forms.map(({ key }) => formPermissions(key).view)])
  await roles(db).setScope('oaAdmin', '*', { scope: 'all', withSub: true, departments: [] })
}

/** What the calls of actions answer. */
export interface Outcome {
  readonly state: number
  readonly currentTask: { readonly nodeId: string; readonly assigneeList: readonly string[] } | null
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

export interface Detail extends Outcome {
  readonly round: number
  readonly business: FormValue
  readonly actions: readonly string[]
  readonly taskId: string | null
  readonly suspendedTaskId: string | null
  readonly checkList: readonly { readonly nodeId: string; readonly required: boolean; readonly active: boolean;
    readonly items: readonly { readonly id: string; readonly result: string | null; readonly remark: string | null; readonly checkedBy: { readonly id: string } | null }[] }[]
  readonly explainDtoList: readonly { readonly explain: string; readonly userName: string }[]
  readonly runningTasks: readonly { readonly taskId: string; readonly nodeId: string; readonly person: { readonly id: string } }[]
  readonly hardToDecideOneShow: boolean
  readonly hardToDecideTwoShow: boolean
  readonly processRecord: readonly { readonly id: string; readonly operateType: string; readonly round: number; readonly countsIn: number }[]
}

/** One call of an action, answered. */
export type Acted = Answer<Outcome>

function approvals(product: TestProduct) {
  const { database: { db } } = product
  const on = {
    /** Files a document that must be accepted; answers its id. */
    async file(form: string, business: FormValue = {}, more: object = {}): Promise<string> {
      const { code, msg, data } = await product.as('wang').post<{ businessKey: string }>(`/oaserver/${form}/apply`, { business: { title: form, ...business }, ...more })
      if (code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
      return data.businessKey
    },
    /** Who has something to do: `node: person`, in order. */
    async waiting(id: string): Promise<string[]> {
      const rows = await db.selectFrom('task').select(['node', 'assignee']).where('document', '=', id).where('state', '=', 'running').orderBy('id').execute()
      return rows.map((row) => `${row.node}: ${row.assignee}`).toSorted()
    },
    /** The task that a person holds in a state. */
    async task(id: string, by: string, state: 'running' | 'suspended' | 'waiting' = 'running'): Promise<string> {
      const row = await db.selectFrom('task').select('id').where('document', '=', id).where('assignee', '=', by).where('state', '=', state).orderBy('id', 'desc').executeTakeFirst()
      if (!row) throw new Error(`${by} has no ${state} task in ${id}`)
      return row.id
    },
    /** Does something with the person's running task. */
    async do(path: string, id: string, by: string, body: object = {}): Promise<Acted> {
      return product.as(by).post<Outcome>(`/workflow/${path}`, { taskId: await on.task(id, by), procInstId: id, ...body })
    },
    /** Passes what must be accepted, one person after the other. */
    async pass(id: string, ...by: readonly string[]): Promise<void> {
      for (const person of by) {
        const { code, msg, data } = await on.do('pass', id, person)
        if (code !== 200) throw new Error(`${person}: ${code} ${msg} ${JSON.stringify(data)}`)
      }
    },
    detail: async (id: string, by: string): Promise<Detail> => (await product.as(by).get<Detail>(`/oaserver/plain/detail?procInstId=${id}`)).data,
    events: async (id: string): Promise<string[]> =>
      (await db.selectFrom('document_event').select('type').where('document', '=', id).orderBy('seq').execute()).map(({ type }) => type),
    todo: async (by: string): Promise<string[]> =>
      (await product.as(by).post<{ records: { businessKey: string }[] }>('/workflow/tasks/todoList', { size: 200 })).data.records.map(({ businessKey }) => businessKey),
  }
  return on
}

/** A refusal in one line: its code, its text, and the fields that it stands at. */
export const said = ({ code, msg, data }: Answer<Outcome | null>) => [code, msg, ...(data?.fields ?? []).map(({ name }) => name)]
