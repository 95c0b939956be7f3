import { personId } from '#plugins/demo/server/company/person-id.ts'
import type { RunningProduct } from '#server/start.ts'

const type = 'expenseReimbursement'

/** A person's Authorization header. */
export async function bearer({ address }: Pick<RunningProduct, 'address'>, userName: string,
  password: string): Promise<{ readonly authorization: string }> {
  const answer = await fetch(`${address}/idp/realms/oa/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', client_id: 'oa-cli', username: userName, password, scope: 'openid' }),
  })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

/** A claim of the quality engineer that waits for the head of quality. Its amounts are small enough that no run exceeds the budget. */
export const claim = (rows: number) => ({
  applicantDept: 'sz-quality',
  bearingDept: 'sz-quality',
  costCenter: 'cc-sz-quality',
  reimburseKind: '1',
  currencyType: 'CNY',
  proceedsType: '3',
  writeOffFlag: '0',
  items: Array.from({ length: rows }, (_, index) => ({
    expenseDate: new Date(Date.now() - 86_400_000 * (index + 2)).toISOString().slice(0, 10),
    expenseCategory: 'c-office',
    expenseDetail: '打印纸',
    bearingDept: 'sz-quality',
    costCenter: 'cc-sz-quality',
    amount: '0.01',
    invoiceType: '4',
    noInvoiceReason: '小额',
  })),
  payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
  overBudgetExplanation: '性能测试',
  overdueExplanation: '性能测试',
})

export const calls = { apply: `/oaserver/${type}/apply`, calculate: `/oaserver/${type}/calculate` }

/** Request bodies that pass a person's running tasks. */
export async function passes({ composition }: RunningProduct, userName: string, count: number): Promise<string[]> {
  const rows = await composition.host.db.selectFrom('task').innerJoin('document', 'document.id', 'task.document').select('task.id')
    .where('task.assignee', '=', personId(userName)).where('task.state', '=', 'running').where('task.node', '=', 'deptHead').orderBy(
      'task.arrived_at',
      'desc',
    ).limit(count)
    .execute()
  return rows.map(({ id }) => JSON.stringify({ taskId: id, comment: '同意' }))
}
