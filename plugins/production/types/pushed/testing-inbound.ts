import type { TestProduct } from '#server/documents/testing.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'

export type Change = Readonly<Record<string, unknown>>

/** The answer to a delivery. */
export interface Sent {
  readonly code: number
  readonly msg: string
  readonly data: { readonly businessKey: string; readonly businessNo: string; readonly state: number;
    readonly fields?: readonly { readonly name: string; readonly message: string }[] }
}

const secret = 'a-secret-of-the-tests-with-32-characters'
const account = (id: string, addresses: readonly string[]) => ({ id, secret, addresses, systems: [{ name: 'PRD', clients: ['800'] }],
  callbacks: ['ZOA_APPROVAL_RESULT'], attachmentHosts: ['sap.example.com'] })

/** An address without a server: postings are stored and none is sent. */
const gateway = { SAP_URL: 'http://127.0.0.1:9', SAP_USER: 'oa', SAP_PASSWORD: 'secret' }

export interface InboundProduct {
  readonly product: TestProduct
  /** Job number of a person, by user name. */
  jobNumber(userName: string): string
  /** A service account's token; `refused …` where the account or its address is not known. */
  tokenOf(client: string, password?: string): Promise<string>
  push(type: string, body: object, bearer?: string): Promise<Sent>
  /** Results that are to be sent to SAP, oldest first. */
  answersOf(document: string): Promise<readonly Change[]>
}

/** The demo company with SAP's service account, and one that asks from elsewhere. */
export async function inboundProduct(settings: Readonly<Record<string, string>> = {}): Promise<InboundProduct> {
  const product = await demoProduct({
    settings: { ...gateway, ...settings,
      SERVICE_ACCOUNTS: JSON.stringify([account('sap-prd', ['127.0.0.1']), account('sap-far', ['10.1.2.0/24'])]) },
  })
  const { app, database: { db } } = product
  const tokenOf = async (client: string, password = secret): Promise<string> => {
    const answer = await app.inject({ method: 'POST', url: '/idp/realms/oa/protocol/openid-connect/token',
      headers: { authorization: `Basic ${Buffer.from(`${client}:${password}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded' }, payload: 'grant_type=client_credentials' })
    return (answer.json<{ access_token?: string }>()).access_token ?? `refused ${answer.statusCode} ${answer.body}`
  }
  const token = await tokenOf('sap-prd')
  const people = await db.selectFrom('sys_user').select(['user_name', 'job_number']).execute()
  const numbers = new Map(people.map(({ user_name: name, job_number: number }) => [name, number ?? '']))
  return {
    product,
    jobNumber: (userName) => numbers.get(userName) ?? '',
    tokenOf,
    push: async (type, body, bearer = token) =>
      (await app.inject({ method: 'POST', url: `/oaserver/sap/inbound/${type}`, headers: { authorization: `Bearer ${bearer}` },
        payload: body })).json<Sent>(),
    answersOf: async (document) =>
      (await db.selectFrom('posting').select('body').where('document', '=', document).where('step', '=', 'result').orderBy('id')
        .execute()).map(({ body }) => body as Change),
  }
}

let requests = 0

/** A delivery of SAP, each under a request of its own. */
export const delivery = (change: Change, header: Change, items: readonly object[]) => ({
  requestId: `00000000-0000-${String(requests += 1).padStart(12, '0')}`,
  sapSystem: 'PRD',
  client: '800',
  version: 1,
  companyCode: '1000',
  createdAt: '2026-11-20 09:00:00',
  ...change,
  header,
  items,
})

/** Code and paths of a refusal. */
export const pathsOf = ({ code, data }: Sent) => ({ code, paths: (data?.fields ?? []).map(({ name }) => name) })
