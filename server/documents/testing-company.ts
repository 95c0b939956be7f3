import { type Form, formPermissions } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { canPosting } from '#kernel/postings.ts'
import type { PostingCall } from '#server/postings/posting.ts'
import type { FormValue } from '#kernel/values/value.ts'
import type { DocumentExtension } from '#server/extensions/document-extension.ts'
import type { Db } from '#server/database/tables.ts'
import { groups } from '#server/identity/organisation/groups.ts'
import { hashPassword } from '#server/identity/accounts/credentials.ts'
import { roles } from '#server/identity/rights/roles.ts'
import { testPassword } from '#server/identity/testing.ts'
import { users } from '#server/identity/organisation/users.ts'
import type { ExternalCall } from '#server/external/external-systems.ts'
import { defineServer } from '#server/plugin.ts'
import { type CallAnswer, testProduct, type TestProduct } from './testing.ts'
import { stamp } from './testing-actions.ts'
import { forms } from './testing-forms.ts'

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
  definePlugin({ id: 'test', documentMarks: [{ role: 'fragile', cn: '易碎', en: 'Fragile', tone: 'orange' }],
    explanationKinds: [{ key: 'overBudget', cn: '超预算说明', en: 'Over-budget explanation' }],
    locales: { cn: { 'test.stamped': '已盖章', 'approval.overBudgetExplanation': '请填写超预算说明（1000字以内）' },
      en: { 'test.stamped': 'Stamped', 'approval.overBudgetExplanation': 'Enter the over-budget explanation' } },
    roles: ['oaAdmin', 'planner', 'financeStaff', 'financeManager'].map((key) => ({ key, cn: key, en: key })),
    linkAttributes: ['kind', 'breaks'], calls: ['store.units', 'store.stock', 'store.order', 'store.issue', 'store.return'],
    forms: declared, formGroups: [{ id: 'it', cn: 'IT', en: 'IT', sort: 10 }], permissions: [stamp.needs, ...declared.flatMap(({ key }) =>
      Object.values(formPermissions(key))
    )] })

/** The product with changed declarations of some forms. */
export const withForms = (...changed: readonly Form[]) => pluginOf(forms.map((form) => changed.find(({ key }) => key === form.key) ?? form))

/** A form of the product. */
export const formNamed = (key: string): Form => forms.find((form) => form.key === key)!

export type ApprovalProduct = Awaited<ReturnType<typeof approvalProduct>>

/** A company with the departments `works` and `office` (people unrelated to the documents), on 20 November 2026. */
export async function approvalProduct(
  { connections, store = async () => [], send = async () => ({ outcome: 'unknown' }), check, extensions = [] }: { connections?: number;
    store?: ExternalCall['ask']; send?: PostingCall['send']; check?: PostingCall['check']; extensions?: readonly DocumentExtension[] } = {},
) {
  const posting: PostingCall = { system: { cn: '仓库系统', en: 'Store' }, timeout: 5_000, send, ...(check && { check }),
    labels: { kind: { cn: '类型', en: 'Kind' } },
    refusals: { 'F5 201': { cn: '账期未开，请财务打开', en: 'The period is closed, finance opens it' } } }
  const call: ExternalCall = { system: { cn: '仓库系统', en: 'Store' }, ask: store }
  const product = await testProduct({
    plugins: [pluginOf(forms)],
    serverPlugins: [
      defineServer({ id: 'test', documentActions: [stamp], extensions, externalCalls: { 'store.units': call, 'store.stock': call },
        postingCalls: { 'store.order': posting, 'store.issue': posting, 'store.return': posting } }),
    ],
    now: new Date('2026-11-20T10:00:00+08:00'),
    connections,
    content: { name: 'a company that approves', fill: ({ host }) => company(host.db) },
  })
  return { product, on: approvals(product) }
}

async function company(db: Db): Promise<void> {
  // a cheap hash, since signing in is not under test
  const passwordHash = await hashPassword(testPassword, 10)
  await groups(db, new Date()).create({ id: 'group', type: 'GROUP', name: '集团/Group' })
  await groups(db, new Date()).create({ id: 'plant', parent: 'group', type: 'ENTERPRISE', name: '公司/Plant' })
  await groups(db, new Date()).create({ id: 'works', parent: 'plant', type: 'DEPARTMENT', name: '工厂/Works' })
  await groups(db, new Date()).create({ id: 'office', parent: 'group', type: 'DEPARTMENT', name: '办公室/Office' })
  for (const [id, held] of Object.entries(people)) {
    const departments = [{ id: id === 'stranger' ? 'office' : 'works' }]
    await users(db, new Date()).create({ id, userName: id, name: `${id}中/${id}`, passwordHash, departments, roles: held,
      email: `${id}@example.com`, enable: id !== 'gone' })
  }
  await roles(db).grant('employee', forms.map(({ key }) => formPermissions(key).add))
  await roles(db).grant('oaAdmin', ['abandoned', stamp.needs, ...Object.values(canPosting),
    ...forms.map(({ key }) => formPermissions(key).view)])
  await roles(db).setScope('oaAdmin', '*', { scope: 'all', withSub: true, departments: [] })
}

/** The answer of the calls of actions. */
export interface ActionAnswer {
  readonly state: number
  readonly currentTask: { readonly nodeId: string; readonly assigneeList: readonly string[] } | null
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

export interface Detail extends ActionAnswer {
  readonly round: number
  readonly business: FormValue
  readonly actions: readonly string[]
  readonly taskId: string | null
  readonly suspendedTaskId: string | null
  readonly checkList: readonly { readonly nodeId: string; readonly required: boolean; readonly active: boolean;
    readonly items: readonly { readonly id: string; readonly result: string | null; readonly remark: string | null;
      readonly checkedBy: { readonly id: string } | null }[] }[]
  readonly explainDtoList: readonly { readonly explain: string; readonly userName: string }[]
  readonly runningTasks: readonly { readonly taskId: string; readonly nodeId: string; readonly person: { readonly id: string } }[]
  readonly hardToDecideOneShow: boolean
  readonly hardToDecideTwoShow: boolean
  readonly processRecord: readonly { readonly id: string; readonly operateType: string; readonly round: number;
    readonly countsIn: number }[]
}

/** The answer of one action. */
export type ActionCall = CallAnswer<ActionAnswer>

function approvals(product: TestProduct) {
  const { database: { db } } = product
  const on = {
    /** Files a document and returns its id. @throws Error where it is refused */
    async file(form: string, business: FormValue = {}, more: object = {}): Promise<string> {
      const { code, msg, data } = await product.as('wang').post<{ businessKey: string }>(`/oaserver/${form}/apply`, {
        business: { title: form, ...business },
        ...more,
      })
      if (code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
      return data.businessKey
    },
    /** The running tasks: `node: person`, in order. */
    async waiting(id: string): Promise<string[]> {
      const rows = await db.selectFrom('task').select(['node', 'assignee']).where('document', '=', id).where('state', '=', 'running')
        .orderBy('id').execute()
      return rows.map((row) => `${row.node}: ${row.assignee}`).toSorted()
    },
    /** The id of a person's task in this state. @throws Error where there is none */
    async task(id: string, by: string, state: 'running' | 'suspended' | 'waiting' = 'running'): Promise<string> {
      const row = await db.selectFrom('task').select('id').where('document', '=', id).where('assignee', '=', by).where('state', '=', state)
        .orderBy('id', 'desc').executeTakeFirst()
      if (!row) throw new Error(`${by} has no ${state} task in ${id}`)
      return row.id
    },
    /** Performs an action on the person's running task. */
    async do(path: string, id: string, by: string, body: object = {}): Promise<ActionCall> {
      return product.as(by).post<ActionAnswer>(`/workflow/${path}`, { taskId: await on.task(id, by), procInstId: id, ...body })
    },
    /** Passes a document by several people in order. @throws Error where one is refused */
    async pass(id: string, ...by: readonly string[]): Promise<void> {
      for (const person of by) {
        const { code, msg, data } = await on.do('pass', id, person)
        if (code !== 200) throw new Error(`${person}: ${code} ${msg} ${JSON.stringify(data)}`)
      }
    },
    detail: async (id: string, by: string): Promise<Detail> =>
      (await product.as(by).get<Detail>(`/oaserver/plain/detail?procInstId=${id}`)).data,
    events: async (id: string): Promise<string[]> =>
      (await db.selectFrom('document_event').select('type').where('document', '=', id).orderBy('seq').execute()).map(({ type }) => type),
    todo: async (by: string): Promise<string[]> =>
      (await product.as(by).post<{ records: { businessKey: string }[] }>('/workflow/tasks/todoList', { size: 200 })).data.records.map((
        { businessKey },
      ) => businessKey),
  }
  return on
}

/** A refusal as a list: code, message, and field names. */
export const said = ({ code, msg, data }: CallAnswer<ActionAnswer | null>) => [code, msg, ...(data?.fields ?? []).map(({ name }) => name)]
