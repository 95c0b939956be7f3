import type { Env } from '#server/env.ts'
import type { SapClient } from './client.ts'
import { SapFailure } from './failure.ts'
import { type OpenItem, openItems, purchaseOrder, type Vendor, vendor as vendorShape } from './wire.ts'

/** The facts of SAP about a vendor in a company code, and about an order where one is named. */
export interface VendorFacts {
  /** Absent: SAP does not know it in this company code. */
  readonly vendor: Vendor | undefined
  readonly items: readonly OpenItem[]
  /** The order that was asked for; absent where SAP does not know it, or none was. */
  readonly order?: { readonly vendor: string; readonly companyCode: string }
}

/** The vendor of a payment, and the order where there is one. */
export interface VendorQuestion {
  /** Code of the vendor. */
  readonly vendor: string
  readonly companyCode: string
  readonly order?: string
}

/** Milliseconds that an answer counts: long enough to file what it was asked for. */
const lifetime = 60_000
const most = 500

interface VendorAnswer extends VendorFacts {
  readonly until: number
}

const answered = new WeakMap<Env, Map<string, VendorAnswer>>()
const memoryOf = (env: Env) => answered.get(env) ?? answered.set(env, new Map()).get(env)!
const keyOf = ({ vendor, companyCode, order = '' }: VendorQuestion) => JSON.stringify([vendor, companyCode, order])

/** Asks SAP now, and remembers for a moment what it said. @throws SapFailure unless SAP merely does not know the record */
export async function askVendor({ env, client }: { env: Env; client: SapClient }, question: VendorQuestion): Promise<VendorFacts> {
  const { vendor, companyCode, order } = question
  const path = `/vendors/${encodeURIComponent(vendor)}`
  const [known, open, ordered] = await Promise.all([
    orMissing(client.get(path, { companyCode }, vendorShape)),
    orMissing(client.get(`${path}/open-items`, { companyCode }, openItems)),
    order === undefined ? undefined : orMissing(client.get(`/purchase-orders/${encodeURIComponent(order)}`, {}, purchaseOrder)),
  ])
  const facts = { vendor: known, items: open?.items ?? [], ...(ordered && { order: ordered }) }
  const memory = memoryOf(env)
  const oldest = memory.size >= most ? memory.keys().next().value : undefined
  if (oldest !== undefined) memory.delete(oldest)
  memory.set(keyOf(question), { ...facts, until: Date.now() + lifetime })
  return facts
}

/** The answer of a moment ago; undefined where nobody asked since. */
export function vendorAnswerOf(env: Env, question: VendorQuestion): VendorFacts | undefined {
  const known = memoryOf(env).get(keyOf(question))
  return known && known.until > Date.now() ? known : undefined
}

const orMissing = <Answer>(reply: Promise<Answer>): Promise<Answer | undefined> =>
  reply.catch((error: unknown) => {
    if (error instanceof SapFailure && error.kind === 'missing') return undefined
    throw error
  })
