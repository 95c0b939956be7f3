import { type APIRequestContext, expect } from '@playwright/test'
import { password } from './sign-in.ts'

/** A small claim of the quality engineer, which waits for the head of quality. */
const claim = (title: string) => {
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  return {
    title,
    titleEn: title,
    applicantDept: 'sz-quality',
    bearingDept: 'sz-quality',
    costCenter: 'cc-sz-quality',
    reimburseKind: '1',
    currencyType: 'CNY',
    proceedsType: '3',
    writeOffFlag: '0',
    items: [{ expenseDate: day, expenseCategory: 'c-office', expenseDetail: '打印纸', bearingDept: 'sz-quality',
      costCenter: 'cc-sz-quality', amount: '8.00', invoiceType: '4', noInvoiceReason: '小额' }],
    payeeLines: [{ proceedsName: '曹颖', proceedsAccount: '6222001234567890122', proceedsAccountType: '2', bankName: '招商银行' }],
    overBudgetExplanation: '常用耗材',
    overdueExplanation: '补报',
  }
}

/** Authorization headers of a person for calls over HTTP. */
export async function signedInAs(request: APIRequestContext, username: string, address = ''): Promise<Record<string, string>> {
  const form = { grant_type: 'password', client_id: 'oa-cli', username, password, scope: 'openid' }
  const { access_token: token } =
    (await (await request.post(`${address}/idp/realms/oa/protocol/openid-connect/token`, { form })).json()) as { access_token: string }
  return { authorization: `Bearer ${token}` }
}

/** Files claims over HTTP like a script; at `address` instead of the stories' product. */
export async function fileSmallClaims(request: APIRequestContext, titles: readonly string[], address = ''): Promise<void> {
  const headers = await signedInAs(request, 'quality', address)
  for (const title of titles) {
    const answer = await request.post(`${address}/api/oaserver/expenseReimbursement/apply`, { headers, data: { business: claim(title) } })
    expect(((await answer.json()) as { code: number }).code).toBe(200)
  }
}
