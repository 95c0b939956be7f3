import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The manner in which a test's gateway treats the next calls. */
export type Manner = 'answers' | 'refuses' | 'hangs' | 'breaks' | 'cutsAfterPosting'

/** A gateway to SAP whose manners a test chooses; it posts once for a key. */
export interface TestGateway {
  readonly url: string
  /** Of posting; readings are always answered, unless it hangs or breaks. */
  manner: Manner
  /** Keys by what was posted under them. */
  readonly posted: Map<string, { readonly documentNo: string; readonly body: unknown }>
  /** Every `GET /path?query` and `POST /path` that came. */
  readonly requests: string[]
  /** The open items of vendors. */
  items: readonly object[]
  isBlocked: boolean
  /** Numbers of posted payments that were reversed. */
  readonly reversed: Set<string>
  close(): Promise<void>
}

export const testUser = { SAP_USER: 'oa', SAP_PASSWORD: 'secret of the test' } as const

/** Starts one on a free port of this machine. */
export async function testGateway(): Promise<TestGateway> {
  const gateway: Omit<TestGateway, 'url' | 'close'> = { manner: 'answers', posted: new Map(), requests: [], items: [], isBlocked: false,
    reversed: new Set() }
  const expected = `Basic ${Buffer.from(`${testUser.SAP_USER}:${testUser.SAP_PASSWORD}`).toString('base64')}`
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    gateway.requests.push(`${request.method} ${request.url}`)
    if (request.headers.authorization !== expected) return send(401, {})
    if (gateway.manner === 'hangs') return undefined
    if (gateway.manner === 'breaks') return send(500, { message: 'stack trace' })
    if (request.method === 'GET') return send(...read(gateway, request))
    return void bodyOf(request).then((body) => {
      if (gateway.manner === 'refuses') return send(422, { message: '账期未开/The period is closed' })
      const key = String(request.headers['idempotency-key'])
      const known = gateway.posted.get(key) ?? { documentNo: String(1_500_000_001 + gateway.posted.size), body }
      gateway.posted.set(key, known)
      if (gateway.manner === 'cutsAfterPosting') return request.socket.destroy()
      return send(200, { documentNo: known.documentNo, fiscalYear: 2026, message: 'ok' })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return Object.assign(gateway, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((done) => void server.close(() => done()).closeAllConnections()),
  })
}

function read({ items, isBlocked, reversed }: Pick<TestGateway, 'items' | 'isBlocked' | 'reversed'>,
  { url = '/' }: IncomingMessage): [number, unknown] {
  const { pathname, searchParams } = new URL(url, 'http://sap')
  if (pathname.endsWith('/open-items')) return [200, { items }]
  const [, posting] = /^\/payments\/(\d+)\/2026$/.exec(pathname) ?? []
  if (posting !== undefined) return [200, statusOf(posting, reversed)]
  const vendor = vendorAt(pathname)
  if (vendor !== undefined)
    return [200, { code: vendor, name: vendor, companyCode: searchParams.get('companyCode'), blocked: isBlocked, currency: 'CNY',
      purchaseGroup: 'P02', payMethod: '1' }]
  const known = pages[pathname]
  return known ? [200, { items: known, total: known.length }] : [404, { message: '' }]
}

const statusOf = (documentNo: string, reversed: ReadonlySet<string>) => ({ documentNo, fiscalYear: 2026,
  reversal: reversed.has(documentNo) ? { documentNo: `17${documentNo.slice(2)}`, fiscalYear: 2026 } : null })

/** The vendor that is asked for, unless SAP does not know it. */
function vendorAt(path: string): string | undefined {
  const [, vendor] = /^\/vendors\/(V\d+)$/.exec(path) ?? []
  return vendor === 'V200040' ? undefined : vendor
}

const records = [{ code: 'CC1010', nameCn: '新名', nameEn: 'New name', blocked: false }, { code: 'ZZ1', nameCn: '储能', nameEn: 'Storage',
  plant: '1000' }, { code: 'no code!', nameCn: '坏', nameEn: 'Bad' }]
const pages: Readonly<Record<string, readonly object[]>> = { '/units': records, '/cost-centres': records,
  '/stock': [{ material: 'R-001', plant: '1000', storageLocation: '1001', qty: '5', unit: 'PCS' }] }

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = ''
  for await (const part of request as AsyncIterable<Buffer>) text += part.toString('utf8')
  return JSON.parse(text) as unknown
}
