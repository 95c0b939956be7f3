import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { bodyOfForm, type FormBody, formOfBody } from '#kernel/wording/describe.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { Missing, Refused } from '#kernel/errors.ts'
import { type ApproverRule, defineFlow, type Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import { mapNodes } from '#kernel/flow/flow-nodes.ts'
import { memoize } from '#kernel/memoize.ts'
import { kindAt } from '#kernel/record-kinds.ts'
import type { Db } from '#server/database/tables.ts'
import { type ChangeVersions, versionsOf, type VersionsRow, versionsText } from '#server/identity/organisation/change-versions.ts'
import { canonical } from '#server/canonical.ts'
import { runText } from '#server/database/statements/text-statements.ts'
import { transaction } from '#server/database/transaction.ts'

/** A definition that the product brings along. */
interface ShippedDefinition {
  readonly kind: 'form' | 'flow'
  readonly key: string
  readonly hash: string
  /** Hash of the canonical body. */
  readonly content: string
  readonly body: FormBody | Flow
}

/** Key of the advisory lock under which versions are numbered, by starting instances and by administrators. */
const publishLock = 4_201_912

/** Takes the lock for numbering versions, until the end of the transaction. */
export async function lockVersions(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${publishLock})`.execute(db)
}

/** Waits for open filings of a form and keeps new ones from beginning, until the end of the transaction. */
export const lockFilings = (db: Db, key: string): Promise<unknown> =>
  db.selectFrom('definition_current').select('key').where('kind', '=', 'flow').where('key', '=', key).forUpdate().execute()

/** Documents pinned per statement. */
const batch = 5_000

/**
 * Stores new definitions, puts shipped versions in force unless the company has its own, and pins documents that have no form version
 * yet.
 */
async function publish(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await transaction(db, (tx) => publishWithin(tx, shipped, at))
  await pinForms(db, shipped)
}

/** Like `publish` inside a transaction, without pinning: for forms whose documents all have versions. */
export async function publishWithin(tx: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await lockVersions(tx)
  const known = await tx.selectFrom('definition').select(['kind', 'key', 'hash']).execute()
  const names = new Set(known.map(nameOf))
  await insertNew(tx, shipped.filter((definition) => !names.has(nameOf(definition))), at)
  await noteShipped(tx, shipped, at)
  await pointTo(tx, shipped, at)
}

const nameOf = ({ kind, key, hash }: Pick<ShippedDefinition, 'kind' | 'key' | 'hash'>) => `${kind} ${key} ${hash}`

async function insertNew(db: Db, fresh: readonly ShippedDefinition[], at: Date): Promise<void> {
  if (fresh.length === 0) return
  await sql`insert into definition (kind, key, hash, content, version, body, state, by, at)
    select kind, key, hash, content, coalesce((select max(version) from definition before where before.kind = fresh.kind
      and before.key = fresh.key), 0) + 1, body, 'published', 'product', ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) fresh (kind text, key text, hash text, content text,
      body jsonb)`.execute(db)
}

async function noteShipped(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await sql`insert into definition_shipped (kind, key, hash, at)
    select kind, key, hash, ${at}::timestamptz from jsonb_to_recordset(${namesOf(shipped)}::jsonb) shipped (kind text, key text, hash text)
    on conflict (kind, key) do update set hash = excluded.hash, at = excluded.at where definition_shipped.hash <> excluded.hash`.execute(db)
}

/** Updates the version in force: a company's own version is kept, unless it equals the shipped one by now. */
async function pointTo(db: Db, shipped: readonly ShippedDefinition[], at: Date): Promise<void> {
  await sql`insert into definition_current (kind, key, hash, at)
    select kind, key, hash, ${at}::timestamptz from jsonb_to_recordset(${namesOf(shipped)}::jsonb) shipped (kind text, key text, hash text)
    on conflict (kind, key) do update set hash = excluded.hash, by = 'product', base = null, at = excluded.at
      where (definition_current.by = 'product') <> (definition_current.hash = excluded.hash)`.execute(db)
}

/** Pins documents filed before forms had versions to the form in force now. */
async function pinForms(db: Db, shipped: readonly ShippedDefinition[]): Promise<void> {
  const forms = namesOf(shipped.filter(({ kind }) => kind === 'form'))
  for (let pinned = 1n; pinned > 0n;) {
    const answer = await sql`update document set form = shipped.hash
      from (select id, current.hash from document
        join jsonb_to_recordset(${forms}::jsonb) current (key text, hash text) on current.key = document.type
        where form is null limit ${batch} for update of document skip locked) shipped
      where document.id = shipped.id`.execute(db)
    pinned = answer.numAffectedRows ?? 0n
  }
}

const namesOf = (shipped: readonly ShippedDefinition[]): string =>
  JSON.stringify(shipped.map(({ kind, key, hash }) => ({ kind, key, hash })))

/** A rule as stored: some owner rules are stored under their former name. */
type StoredRule = { readonly rule: string; readonly field: string }

/** The flow of a form as stored. Owner rules keep their former name there, so that the hash of an existing flow does not change. */
const flowBody = ({ flow, fields }: Form, owners: readonly RecordOwners[]): Flow =>
  withRules(flow, (rule) => {
    if (rule.rule !== 'ownerOf') return rule
    const kind = kindAt(fields, rule.field)
    const name = owners.find(({ of }) => of === kind)?.formerly
    return name === undefined ? rule : ({ ...rule, rule: name } satisfies StoredRule as unknown as ApproverRule)
  })

/** The inverse of `flowBody`. */
export function flowOfBody(body: Flow, owners: readonly RecordOwners[]): Flow {
  const former = new Set<string | undefined>(owners.map(({ formerly }) => formerly))
  return withRules(body, (rule) => (former.has(rule.rule) ? { ...(rule as StoredRule), rule: 'ownerOf' } : rule))
}

/** Transforms all rules of a flow, including nested ones. */
const withRules = (flow: Flow, change: (rule: ApproverRule) => ApproverRule): Flow =>
  mapNodes(flow,
    (node) => (node.block === 'copy' ? { ...node, to: withParts(node.to, change) } : { ...node, by: withParts(node.by, change) }))

const withParts = (rule: ApproverRule, change: (rule: ApproverRule) => ApproverRule): ApproverRule =>
  rule.rule === 'both' || rule.rule === 'firstOf' ? { ...rule, parts: rule.parts.map((part) => withParts(part, change)) } : change(rule)

/** Hash of a definition's canonical body: keys sorted, absent values left out. The order of keys does not count, that of lists does. */
export const contentOf = (body: unknown): string => createHash('sha256').update(canonical(body)).digest('base64url')

/** A version of a flow as documents are pinned to it. */
export interface PinnedFlow {
  readonly hash: string
  readonly version: number
  readonly flow: Flow
}

/** The flow version for new documents, with the change versions that caches depend on. */
interface StartingFlow {
  readonly pinned: PinnedFlow
  /** Whether filing is stopped. */
  readonly isStopped: boolean
  readonly versions: ChangeVersions
}

interface StartingRow {
  readonly own: string | null
  readonly is_stopped: boolean
  readonly versions: VersionsRow
}

const startingText = `
  select case when held.by <> 'product' then held.hash end as own, held.stopped_at is not null as is_stopped, ${versionsText} as versions
  from (values ($1)) asked (key) left join definition_current held on held.kind = 'flow' and held.key = asked.key`

/** Like `startingText`, holding the flow in force until the transaction ends; no row where there is none. */
const filingText = `
  select case when by <> 'product' then hash end as own, stopped_at is not null as is_stopped, ${versionsText} as versions
  from definition_current where kind = 'flow' and key = $1 for key share`

/** The definition pinned by a document: form and flow. */
export interface PinnedDefinition {
  readonly form: Form
  readonly pinned: PinnedFlow
}

/** The pinned versions of a document. A null form is the one in force: the document was filed before forms had versions. */
export interface Pins {
  readonly type: string
  readonly form: string | null
  readonly flow: string
}

/** The hash of a definition, the same on every machine; histories refer to flows by it. */
const definitionHash = (body: Flow | FormBody): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

/** Hash and content hash of a form's body. A form never changes, and every composition asks. */
const formHashes = memoize((form: Form) => {
  const body = bodyOfForm(form)
  return { hash: definitionHash(body), content: contentOf(body) }
})

/** Hash of the canonical body of a form. */
export const contentOfForm = (form: Form): string => formHashes(form).content

const flowContent: (flow: Flow) => string = memoize(contentOf)

const noFlow: Flow = defineFlow([])

/** Cache size of forms and flows; compiled expressions are attached to these objects, which limits their number. */
const kept = 300

/** The published versions of forms and flows. A version never changes, so reads are cached by its hash. */
export function definitionStore(forms: ReadonlyMap<string, Form>, owners: readonly RecordOwners[] = []) {
  const stored = (form: Form): Flow => flowBody(form, owners)
  const shipped = new Map(
    [...forms].map(([key, form]) => [key, { form: formHashes(form).hash, flow: definitionHash(stored(form)) }]),
  )
  const knownFlows = boundedCache<PinnedFlow>(kept)
  const knownForms = boundedCache<Form>(kept)

  async function pinned(db: Db, type: string, hash: string): Promise<PinnedFlow> {
    return knownFlows.of(`${type} ${hash}`, async () => {
      const { version, body } = await storedDefinition(db, { kind: 'flow', key: type, hash })
      return { hash, version, flow: flowOfBody(body as Flow, owners) }
    })
  }

  async function formWith(db: Db, { type, form: hash, flow }: Pins, { flow: own }: PinnedFlow): Promise<Form> {
    const current = forms.get(type)
    const isCurrent = hash === null || hash === shipped.get(type)?.form
    if (current && isCurrent && flow === shipped.get(type)?.flow) return current
    return knownForms.of(`${type} ${hash} ${flow}`, async () => {
      if (current && isCurrent) return { ...current, flow: own }
      return formOfBody((await storedDefinition(db, { kind: 'form', key: type, hash: hash ?? '' })).body as FormBody, own)
    })
  }

  const shippedFlow = (form: Form): string => shipped.get(form.key)?.flow ?? definitionHash(stored(form))

  async function starting(db: Db, form: Form, text = startingText): Promise<StartingFlow> {
    const [row] = await runText<StartingRow>(db, text, [form.key])
    if (!row) throw new Refused('documents.formDeleted', { name: bilingual(form) })
    return { pinned: await pinned(db, form.key, row.own ?? shippedFlow(form)), isStopped: row.is_stopped,
      versions: versionsOf(row.versions) }
  }

  return {
    /** Publishes the shipped definitions whose content is new, and pins documents that were filed before forms had versions. */
    async publish(db: Db, at: Date): Promise<void> {
      await publish(db, [...forms.values()].flatMap((form) => shippedDefinitions(form, owners)), at)
      await fillContents(db, owners)
    },

    /** The flow version for new documents of a type: the company's own, else the one that this instance ships. */
    current: async (db: Db, form: Form): Promise<PinnedFlow> => (await starting(db, form)).pinned,

    /**
     * Like `current` for a filing, with the change versions that caches depend on. The flow of a form that was designed at run time is
     * held: it is not deleted before the transaction ends.
     * @throws Refused `documents.formDeleted`
     */
    starting: (db: Db, form: Form): Promise<StartingFlow> => starting(db, form, form.designed ? filingText : startingText),

    /** Like `current` for several forms, in their order. */
    async currents(db: Db, several: readonly Form[]): Promise<readonly PinnedFlow[]> {
      const rows = await db.selectFrom('definition_current').select(['key', 'hash']).where('kind', '=', 'flow').where('by', '<>', 'product')
        .execute()
      const own = new Map(rows.map(({ key, hash }) => [key, hash]))
      return Promise.all(several.map((form) => pinned(db, form.key, own.get(form.key) ?? shippedFlow(form))))
    },

    /** Keys of the forms whose flow is stopped. */
    async stopped(db: Db): Promise<ReadonlySet<string>> {
      const rows = await db.selectFrom('definition_current').select('key').where('kind', '=', 'flow').where('stopped_at', 'is not', null)
        .execute()
      return new Set(rows.map(({ key }) => key))
    },

    /** The hash of the form for new documents of a type. */
    formHash: (type: string): string | null => shipped.get(type)?.form ?? null,

    /** @throws Missing for a hash that was never published */
    pinned,

    /** The form pinned by a document, with the flow in force. @throws Missing */
    async form(db: Db, type: string, hash: string | null): Promise<Form> {
      const current = forms.get(type)
      if (current && (hash === null || hash === shipped.get(type)?.form)) return current
      return knownForms.of(`${type} ${hash}`,
        async () =>
          formOfBody((await storedDefinition(db, { kind: 'form', key: type, hash: hash ?? '' })).body as FormBody, current?.flow ?? noFlow))
    },

    /** The definition pinned by a document; the same object as the declaration where unchanged. @throws Missing */
    async of(db: Db, pins: Pins): Promise<PinnedDefinition> {
      const flow = await pinned(db, pins.type, pins.flow)
      return { pinned: flow, form: await formWith(db, pins, flow) }
    },
  }
}

/** A form and its flow as stored. */
export function shippedDefinitions(form: Form, owners: readonly RecordOwners[]): readonly ShippedDefinition[] {
  const flow = flowBody(form, owners)
  return [{ kind: 'form', key: form.key, ...formHashes(form), body: bodyOfForm(form) }, { kind: 'flow', key: form.key,
    hash: definitionHash(flow), content: flowContent(form.flow), body: flow }]
}

export type Definitions = ReturnType<typeof definitionStore>

async function storedDefinition(db: Db, { kind, key, hash }: { kind: 'form' | 'flow'; key: string; hash: string }) {
  const row = await db.selectFrom('definition').select(['version', 'body']).where('kind', '=', kind).where('key', '=', key).where('hash',
    '=', hash).executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchFlow')
  return row
}

/** Computes missing content hashes of older versions. */
async function fillContents(db: Db, owners: readonly RecordOwners[]): Promise<void> {
  const rows = await db.selectFrom('definition').select(['kind', 'key', 'hash', 'body']).where('content', 'is', null).execute()
  for (const { kind, key, hash, body } of rows) {
    const content = contentOf(kind === 'flow' ? flowOfBody(body as Flow, owners) : body)
    await db.updateTable('definition').set({ content }).where('kind', '=', kind).where('key', '=', key).where('hash', '=', hash).execute()
  }
}

/** An LRU cache of at most this many entries. */
export function boundedCache<Value>(most: number) {
  const known = new Map<string, Value>()
  return {
    async of(key: string, load: () => Promise<Value>): Promise<Value> {
      const value = known.get(key) ?? (await load())
      known.delete(key)
      known.set(key, value)
      for (const oldest of known.keys()) {
        if (known.size <= most) break
        known.delete(oldest)
      }
      return value
    },
  }
}
