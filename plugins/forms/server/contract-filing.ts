import { system } from '#approval/event.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import { type CallAnswer, type TestCaller, type TestProduct, voided } from '#server/documents/testing.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { Form } from '#kernel/form.ts'
import type { FormValue } from '#kernel/values/value.ts'

/** Detail of a filed document as in the API response. */
export interface FiledDetail {
  readonly state: number
  readonly round: number
  readonly businessNo: string
  readonly business: FormValue
  readonly actions: readonly string[]
  readonly exceptions: FiledDocument['exceptions']
}

/** Response of the calculation call: the form's value as it would be filed. */
interface CalculationAnswer {
  readonly value: FormValue
  readonly problems: readonly FieldProblem[]
  readonly nodes: readonly { readonly nodeId: string; readonly state: string; readonly userIdList: readonly string[] }[]
}

interface FilingRefusal {
  readonly fields?: readonly { readonly name: string; readonly message: string }[]
}

export type FilingSupport = ReturnType<typeof filing>

export type FilingProduct = Pick<FilingSupport, 'product'>

/** Files documents of one form in the demo company and processes their approval over HTTP. */
export function filing(product: TestProduct, form: Pick<Form, 'key'>, always: object = {}) {
  const { database: { db } } = product
  const done = async <Data>(call: Promise<CallAnswer<Data>>, what: string): Promise<Data> => {
    const { code, msg, data } = await call
    if (code !== 200) throw new Error(`${what}: ${code} ${msg} ${JSON.stringify(data)}`)
    return data
  }
  const pending = async (id: string) => {
    const rows = await db.selectFrom('task').select(['id', 'node', 'assignee']).where('document', '=', id).where('state', '=', 'running')
      .orderBy('assignee').execute()
    return rows.map(({ id: task, node, assignee }) => ({ task, node, by: assignee.replace('u-', '') }))
  }
  /** Passes a task, acknowledging all exceptions. */
  const pass = async (id: string, { by, task }: { readonly by: string; readonly task: string }, body: object = {}) => {
    const post = (more: object) => product.as(by).post<FiledDetail & FilingRefusal>('/workflow/pass', { taskId: task, ...body, ...more })
    const answer = await post({})
    if (answer.data?.fields?.[0]?.name !== 'exceptions') return answer
    const { data } = await product.as(by).get<FiledDetail>(`/oaserver/${form.key}/detail?procInstId=${id}`)
    return post({ exceptions: data.exceptions.map(({ key }) => key) })
  }
  const first = async (id: string) => {
    const [task] = await pending(id)
    if (!task) throw new Error(`${id} waits for nobody`)
    return task
  }
  const apply = (by: TestCaller, business: FormValue, more: object = {}) =>
    by.post<{ businessKey: string; businessNo: string } & FilingRefusal>(`/oaserver/${form.key}/apply`, { business, ...always, ...more })

  return {
    product,
    pending,
    apply,

    /** The same helpers for another form, for linked documents. */
    of: (other: Pick<Form, 'key'>) => filing(product, other),

    calculate: (by: TestCaller, parameters: FormValue) => by.post<CalculationAnswer>(`/oaserver/${form.key}/calculate`, { parameters }),
    detailOf: async (by: TestCaller, id: string) => (await by.get<FiledDetail>(`/oaserver/${form.key}/detail?procInstId=${id}`)).data,

    /** Replaces the members of a role by these people (user names). */
    async staff(role: string, userNames: readonly string[]): Promise<void> {
      const admin = product.as('admin')
      const roles = await done(admin.get<readonly { id: string; key: string }[]>('/system/role/list'), 'reading the roles')
      const id = roles.find(({ key }) => key === role)?.id
      if (id === undefined) throw new Error(`There is no role ${role}`)
      await done(admin.put(`/system/role/${id}/users`, { userIds: userNames.map((name) => `u-${name}`) }), `the members of ${role}`)
    },

    /** Files a document that must be accepted. @returns its id */
    file: async (userName: string, business: FormValue) => (await done(apply(product.as(userName), business), 'filing')).businessKey,
    fileAgain: (userName: string, id: string, business: FormValue) =>
      done(apply(product.as(userName), business, { operate: 'edit', businessKey: id }), 'filing again'),

    /**
     * Passes all tasks in turn, with additional input per node, up to the node `until` or the end. @returns the passed nodes with their
     * assignees
     */
    async passThrough(id: string, say: Readonly<Record<string, object>> = {}, until?: string): Promise<string[]> {
      const passed: string[] = []
      for (;;) {
        const [task] = await pending(id)
        if (!task || task.node === until) return passed
        if (task.by === system) await product.composition.serviceTasks.tick()
        else await done(pass(id, task, say[task.node]), task.node)
        passed.push(`${task.node}: ${task.by}`)
      }
    },

    /** Passes the current task; the response may be a refusal. */
    async pass(id: string, body: object = {}): Promise<CallAnswer<FiledDetail & FilingRefusal>> {
      return pass(id, await first(id), body)
    },

    async refuse(id: string): Promise<void> {
      const { by, task } = await first(id)
      await done(product.as(by).post('/workflow/refuse', { taskId: task, comment: '不同意' }), 'refusing')
    },

    revoke: (userName: string, id: string) =>
      done(product.as(userName).post('/workflow/abort', { procInstId: id, comment: '撤销' }), 'revoking'),

    async returnToStart(id: string): Promise<void> {
      const { by, task } = await first(id)
      await done(product.as(by).post('/workflow/v2/back', { taskId: task, desNodeId: 'start', comment: '请修改' }), 'returning')
    },

    /** Voids a document, so that it does not affect later tests. */
    remove: (id: string) => done(voided(product, ['admin', 'finance'], id), 'voiding'),

    /** Occupied and spent amount of a document in RMB, summed from its ledger entries. */
    async budget(id: string): Promise<{ occupied: string; spent: string }> {
      const rows = await db.selectFrom('budget_entry').select(['kind', 'amount', 'direction']).where('document_id', '=', id).execute()
      const cents = (kinds: readonly string[]) =>
        rows.filter(({ kind }) => kinds.includes(kind)).reduce(
          (sum, { amount, direction }) => sum + Math.round(Number(amount) * 100) * direction,
          0,
        )
      return { occupied: (cents(['occupy', 'release']) / 100).toFixed(2), spent: (cents(['spend', 'refund']) / 100).toFixed(2) }
    },

    /** Messages of a refusal by field. */
    refusal: ({ code, data }: CallAnswer<FilingRefusal>) => ({ code,
      fields: Object.fromEntries((data?.fields ?? []).map(({ name, message }) => [name, message])) }),
  }
}
