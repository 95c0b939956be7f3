import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { sql, type SqlBool } from 'kysely'
import { disclosed, disclosedResource, type Discloses } from '#kernel/fields/disclosure.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { nowOf } from '#kernel/values/dates.ts'
import { type DocumentReader, readable, readerOf } from '#server/documents/visibility/scope.ts'
import { needs, signedIn } from '#server/http/access.ts'
import type { Host } from '#server/host.ts'
import { scopeConditions } from '#server/resources/scope.ts'
import type { Db } from '#server/database/tables.ts'
import { defaultOrder, keywordCondition } from '#server/resources/query.ts'
import type { Condition } from '#server/resources/statements.ts'
import type { StoredRecord } from '#server/resources/records.ts'
import { amountOf, contracts, termsOf } from '#plugins/contracts/server/records/contracts.ts'
import { contract, type ContractBookWire, type PaymentWire, type TermWire } from '#plugins/contracts/contract.ts'
import './tables.ts'
import { canLedger } from '../permissions.ts'
import { contractLedger, nothing, termKey } from './ledger/ledger.ts'

const byId = z.strictObject({ id: z.string().min(1).max(64) })
const language = z.strictObject({ _t: z.unknown().optional() })
const pageInput = z.strictObject({ current: z.int().min(1).max(100_000).default(1), size: z.int().min(1).max(200).default(20),
  keyword: z.string().trim().max(100).nullish() })

/** Routes in addition to the generic ones: terms and payments of a contract, and a short list for pickers. */
export function routes(app: FastifyInstance, host: Host): void {
  const { db } = host
  const typed = app.withTypeProvider<ZodTypeProvider>()

  typed.get('/oaserver/contract/:id/book', { config: { access: needs(canLedger.view), resource: contract.name },
    schema: { params: byId, querystring: language } }, async ({ params, caller }) => {
    const scope = await scopeConditions(host, db, caller, contract)
    return bookOf(db, await contracts.one(db, params.id, scope), { caller, scope, documents: await readerOf(host, db, caller) })
  })

  typed.post('/oaserver/contract/partPage', { config: { access: signedIn, reads: true, resource: contract.name },
    schema: { body: pageInput } },
    async ({ body, caller }) => partPage(db, { caller, scope: await scopeConditions(host, db, caller, contract) }, body))
}

/** Columns of the short list. */
const short = ['id', 'contractNo', 'contractName', 'contractClass', 'contractType', 'counterparty', 'currencyType', 'amount', 'expiryDate',
  'execState'] as const

/** A page of the short list: contracts within the caller's scope, and those that they own or have filed. */
async function partPage(db: Db, { caller, scope }: { readonly caller: Discloses; readonly scope: readonly Condition[] },
  { current, size, keyword }: { current: number; size: number; keyword?: string | null }) {
  const known = disclosedResource(contract, caller)
  const page = await contracts.page(db, { current, size, where: keywordCondition(known, keyword), order: defaultOrder(known) }, scope)
  const shortened = (record: FormValue) => Object.fromEntries(short.map((key) => [key, record[key] ?? null]))
  return { ...page, records: page.records.map((record) => shortened(disclosed(contract, caller, record))) }
}

/** Maximum number of supplements shown for a contract. */
const mostSupplements = 500

interface BookReader {
  readonly caller: Discloses
  /** Conditions of the caller's data scope. */
  readonly scope: readonly Condition[]
  readonly documents: DocumentReader
}

/** Terms, payments, supplements and versions of a visible contract, without amounts hidden from the caller. */
async function bookOf(db: Db, stored: StoredRecord, { caller, scope, documents }: BookReader): Promise<ContractBookWire> {
  const shown = (record: StoredRecord) => disclosed(contract, caller, record)
  const supplements = await contracts.list(db, [sql<SqlBool>`main_contract = ${stored.id}`, ...scope], mostSupplements)
  return {
    terms: await terms(db, shown(stored)),
    payments: await payments(db, stored.id, documents),
    supplements: supplements.map(shown).map(({ id, contractNo, contractName, amount, execState }) => ({ id, contractNo: String(contractNo),
      contractName: String(contractName), amount: typeof amount === 'string' ? amount : null, execState: String(execState) })
    ),
    versions: await versions(db, stored.id, (snapshot) => disclosed(contract, caller, snapshot)),
    document: await approving(db, stored['businessKey'], documents),
  }
}

async function terms(db: Db, record: StoredRecord): Promise<TermWire[]> {
  const balances = await contractLedger(db).balances([record.id])
  const isCapped = !amountOf(record as FormValue).isZero()
  return termsOf(record).map(({ stage, percent, amount }) => {
    const { paid, held } = balances.get(termKey(record.id, stage)) ?? nothing
    return { stage, percent, amount: isCapped ? amount.toFixed(2) : null, paid: paid.toFixed(2), held: held.toFixed(2),
      open: isCapped ? amount.minus(paid).minus(held).toFixed(2) : null }
  })
}

/** Payments with their balance, newest first. */
async function payments(db: Db, contract: string, reader: DocumentReader): Promise<PaymentWire[]> {
  const rows = await db
    .selectFrom('contract_entry as entry')
    .leftJoin(db.selectFrom('document').select(['document.id', 'document.number', 'document.type']).where(readable(reader)).as('document'),
      'document.id', 'entry.document_id')
    .select(['entry.stage', 'entry.kind', 'document.id as procInstId', 'document.number as businessNo', 'document.type as businessType'])
    .select([sql<string>`sum(entry.amount)`.as('amount'), sql<string>`sum(entry.amount_rmb)`.as('amountRmb'),
      sql<Date>`max(entry.happen_time)`.as('at')])
    .where('entry.contract_id', '=', contract)
    .groupBy(['entry.document_id', 'entry.stage', 'entry.kind', 'document.id', 'document.number', 'document.type'])
    .having(sql<boolean>`sum(entry.amount) <> 0`)
    .orderBy(sql`max(entry.happen_time)`, 'desc')
    .limit(500)
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, happenTime: nowOf(at) }))
}

async function versions(db: Db, contract: string, shown: (snapshot: FormValue) => FormValue): Promise<ContractBookWire['versions']> {
  const rows = await db.selectFrom('contract_version').select(['revision', 'snapshot', 'created_at']).where('contract_id', '=', contract)
    .orderBy('revision', 'desc').execute()
  return rows.map(({ revision, snapshot, created_at: at }) => {
    const { amount, expiryDate } = shown(snapshot as FormValue)
    return { revision, createTime: nowOf(at), amount: typeof amount === 'string' ? amount : null,
      expiryDate: typeof expiryDate === 'string' ? expiryDate : null }
  })
}

async function approving(db: Db, document: unknown, reader: DocumentReader): Promise<ContractBookWire['document']> {
  if (typeof document !== 'string') return null
  const row = await db.selectFrom('document').select(['document.id', 'document.number', 'document.type']).where('document.id', '=',
    document).where(readable(reader))
    .executeTakeFirst()
  return row ? { businessType: row.type, businessNo: row.number, procInstId: row.id } : null
}
