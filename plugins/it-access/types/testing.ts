import type { FormValue } from '#kernel/values/value.ts'
import type { FilingSupport } from '#plugins/forms/server/contract-filing.ts'

/** Access for the quality engineer's own laptop. */
export const vpnOf = (change: FormValue = {}): FormValue => ({
  applicantDept: 'sz-quality',
  action: 'open',
  userType: 'employee',
  person: 'u-quality',
  phone: '13800001111',
  email: 'quality@demo.example',
  period: ['2026-11-20', '2027-11-19'],
  resources: [{ rowId: 'r1', system: 'MES', host: '10.1.2.3:8443', purpose: '在家查看产线质量数据' }],
  device: 'company',
  mac: '00-1A-2B-3C-4D-5E',
  reason: '居家值班',
  pledge: true,
  ...change,
})

/** Payload of the IT node for an account that was opened. */
export const opened = (accountName: string): object => ({ comment: '已开通', business: { accountName } })

/** Id of the first record that a form offers. */
async function first({ product }: Pick<FilingSupport, 'product'>, kind: string): Promise<string> {
  const { data } = await product.as('quality').post<{ records: readonly { id: string }[] }>(`/system/reference/${kind}/page`, {})
  return data.records[0]!.id
}

/** Display of quality notifications for the quality engineer. */
export const permissionsOf = async (support: Pick<FilingSupport, 'product'>, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-quality',
  action: 'addRole',
  sapSystem: ['PRD'],
  user: 'u-quality',
  position: '质量工程师',
  userIsExternal: '0',
  sapUserId: 'CAOYING',
  companyCodes: ['SZ'],
  plants: [await first(support, 'factory')],
  roles: [{ rowId: 'r1', module: 'QM', tcode: 'QM03', permType: 'display' }],
  reason: '查看质量通知单',
  ...change,
})

const done = (...items: string[]) => ({ checkList: items.map((item) => ({ item, result: 'pass' })) })

/** Payload that approvers of SAP permissions send in addition to their opinion. */
export const permissionsSay: Readonly<Record<string, object>> = {
  keyUser: { business: { sodConflict: '0' } },
  sapAdmin: { comment: '已分配', ...done('user', 'roles', 'informed'), business: { sapUserId: 'CAOYING' } },
}

/** Queries of licences for the quality engineer, for half a year. */
export const licenceOf = async (support: Pick<FilingSupport, 'product'>, change: FormValue = {}): Promise<FormValue> => ({
  applicantDept: 'sz-quality',
  action: 'grant',
  users: [{ rowId: 'u1', person: 'u-quality', account: 'ying.cao', scopes: ['query'] }],
  models: [{ rowId: 'm1', material: await first(support, 'material'), licenceType: 'channel', quantity: 10 }],
  validFrom: '2026-11-20',
  validTo: '2027-05-20',
  reason: '核对客户授权',
  pledge: true,
  ...change,
})

/** The owner of the product, as the initiator chooses. */
export const productOwner = [{ nodeId: 'productOwner', userIdList: ['u-rd'] }] as const

/** Payload of the licence administrator's node. */
export const licensed = (licenceNo: string): object => ({ business: { licenceNo } })
