import type { FormValue } from '#kernel/values/value.ts'
import type { FiledDocument } from '#approval/wire/filed-document.ts'
import type { TestCaller, TestProduct } from '#server/documents/testing.ts'
import { categoryId, costCenterId } from '#plugins/demo/server/records.ts'

export const type = 'expenseReimbursement'

/** Detail of a filed claim as in the API response. */
export interface Detail {
  readonly state: number
  readonly round: number
  readonly revision: number
  readonly businessNo: string
  readonly currentTask: { readonly nodeId: string; readonly name: string; readonly assigneeList: readonly string[] } | null
  readonly business: FormValue & { readonly items: readonly FormValue[] }
  readonly actions: readonly string[]
  readonly exceptions: FiledDocument['exceptions']
  readonly processRecord: readonly { readonly operateType: string; readonly nodeId: string | null; readonly comment: string | null;
    readonly round: number }[]
}

interface ClaimRefusal {
  readonly fields: readonly { readonly name: string; readonly message: string; readonly level: string }[]
}

interface PendingTask {
  readonly task: string
  readonly node: string
  /** User name. */
  readonly by: string
}

/** A card number that passes the Luhn check. */
export const card = '6222001234567890122'

let invoices = 61_000_000

/** A row with a cash expense without an invoice. */
export const row = (amount: string, change: FormValue = {}): FormValue => ({
  expenseDate: '2026-11-10',
  expenseCategory: categoryId('OFFICE'),
  expenseDetail: '打印纸',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  amount,
  invoiceType: '4',
  noInvoiceReason: '小额零星支出',
  ...change,
})

/** A row with a unique paper invoice. */
export const paperRow = (amount: string, change: FormValue = {}): FormValue =>
  row(amount, { invoiceType: '2', noInvoiceReason: undefined, invoiceTitle: 'SZ', invoiceNo: String(invoices += 1),
    invoiceDate: '2026-11-10', invoiceKind: '2', ...change })

/** A complete claim of the quality engineer. */
export const claim = (rows: readonly FormValue[], change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: costCenterId('sz-quality'),
  reimburseKind: '1',
  currencyType: 'CNY',
  items: rows,
  proceedsType: '3',
  payeeLines: [{ proceedsName: '曹颖', proceedsAccount: card, proceedsAccountType: '2', bankName: '招商银行' }],
  writeOffFlag: '0',
  ...change,
})

/** Files claims in the demo company and processes their approval over HTTP. */
export function claims(product: TestProduct) {
  const { database: { db } } = product
  const detailOf = async (by: TestCaller, id: string) => (await by.get<Detail>(`/oaserver/${type}/detail?procInstId=${id}`)).data
  const pending = async (id: string): Promise<PendingTask[]> => {
    const rows = await db.selectFrom('task').select(['id', 'node', 'assignee']).where('document', '=', id).where('state', '=', 'running')
      .orderBy('id').execute()
    return rows.map(({ id: task, node, assignee }) => ({ task, node, by: assignee.replace('u-', '') }))
  }
  const passAs = (task: PendingTask, body: object) =>
    product.as(task.by).post<Detail & ClaimRefusal>('/workflow/pass', { taskId: task.task, ...body })
  /** Passes a task; if exceptions must be acknowledged, repeats the call with all of them, unless the body lists them. */
  const pass = async (task: PendingTask, body: object = {}) => {
    const answer = await passAs(task, body)
    if ('exceptions' in body || answer.data?.fields?.[0]?.name !== 'exceptions') return answer
    const { document } = await db.selectFrom('task').select('document').where('id', '=', task.task).executeTakeFirstOrThrow()
    const { exceptions } = await detailOf(product.as(task.by), document)
    return passAs(task, { ...body, exceptions: exceptions.map(({ key }) => key) })
  }

  return {
    detailOf,
    pending,
    pass,

    apply: (by: TestCaller, business: FormValue, more: object = {}) =>
      by.post<{ businessKey: string; businessNo: string; state: number } & ClaimRefusal>(`/oaserver/${type}/apply`, { business, ...more }),

    /** Files a claim that must be accepted. @returns its id */
    async file(userName: string, business: FormValue, more: { readonly confirmed?: readonly string[] } = {}): Promise<string> {
      const { code, msg, data } = await this.apply(product.as(userName), business, more)
      if (code !== 200) throw new Error(`${code} ${msg} ${JSON.stringify(data)}`)
      return data.businessKey
    },

    calculate: (by: TestCaller, parameters: FormValue, more: object = {}) =>
      by.post<
        { value: FormValue & { items: readonly FormValue[] };
          nodes: readonly { nodeId: string; state: string; userIdList: readonly string[]; problems: readonly { code: string }[] }[] }
      >(
        `/oaserver/${type}/calculate`,
        { parameters, ...more },
      ),

    /** The pending task at a node. */
    async at(id: string, node: string): Promise<PendingTask> {
      const found = (await pending(id)).find((task) => task.node === node)
      if (!found) throw new Error(`${id} does not wait at ${node}`)
      return found
    },

    /**
     * Passes all tasks in turn, with additional input per node, up to the node `until` or the end. @returns the passed nodes with their
     * assignees
     */
    async passThrough(id: string, { until, say = {} }: { until?: string; say?: Readonly<Record<string, object>> } = {}): Promise<string[]> {
      const passed: string[] = []
      for (;;) {
        const [task] = await pending(id)
        if (!task || task.node === until) return passed
        const { code, msg, data } = await pass(task, say[task.node] ?? {})
        if (code !== 200) throw new Error(`${task.node}: ${code} ${msg} ${JSON.stringify(data)}`)
        passed.push(`${task.node}: ${task.by}`)
      }
    },

    /** Occupied and spent amount of a claim in RMB, summed from its ledger entries. */
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
    refusal: ({ code, data }: { code: number; data: ClaimRefusal }) => ({ code,
      fields: Object.fromEntries((data?.fields ?? []).map(({ name, message }) => [name, message])) }),
  }
}
