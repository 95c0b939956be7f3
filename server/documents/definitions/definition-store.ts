import { createHash } from 'node:crypto'
import { bodyOfForm, type FormBody, formOfBody } from '#kernel/wording/describe.ts'
import { Missing } from '#kernel/errors.ts'
import { defineFlow, type Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { type ChangeVersions, versionsColumn, versionsOf } from '#server/identity/organisation/change-versions.ts'
import { boundedCache } from './bounded-cache.ts'
import { contentOf } from './content.ts'
import { flowBody, flowOfBody } from './flow-body.ts'
import { publish, type ShippedDefinition } from './publish.ts'

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

const noFlow: Flow = defineFlow([])

/** Cache size of forms and flows; compiled expressions are attached to these objects, which limits their number. */
const kept = 300

/** The published versions of forms and flows. A version never changes, so reads are cached by its hash. */
export function definitionStore(forms: ReadonlyMap<string, Form>, owners: readonly RecordOwners[] = []) {
  const stored = (form: Form): Flow => flowBody(form, owners)
  const shipped = new Map(
    [...forms].map(([key, form]) => [key, { form: definitionHash(bodyOfForm(form)), flow: definitionHash(stored(form)) }]),
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

  async function starting(db: Db, form: Form): Promise<StartingFlow> {
    const { own, stopped, versions } = await db.selectNoFrom((eb) => [
      eb.selectFrom('definition_current').select('hash').where('kind', '=', 'flow').where('key', '=', form.key).where('by', '<>', 'product')
        .as('own'),
      eb.selectFrom('definition_current').select('stopped_at').where('kind', '=', 'flow').where('key', '=', form.key).as('stopped'),
      versionsColumn.as('versions'),
    ]).executeTakeFirstOrThrow()
    return { pinned: await pinned(db, form.key, own ?? shippedFlow(form)), isStopped: stopped !== null, versions: versionsOf(versions) }
  }

  return {
    /** Publishes the shipped definitions whose content is new, and pins documents that were filed before forms had versions. */
    async publish(db: Db, at: Date): Promise<void> {
      await publish(db, [...forms.values()].flatMap((form) => shippedDefinitions(form, owners)), at)
      await fillContents(db, owners)
    },

    /** The flow version for new documents of a type: the company's own, else the one that this instance ships. */
    current: async (db: Db, form: Form): Promise<PinnedFlow> => (await starting(db, form)).pinned,

    /** Like `current`, with the change versions that caches depend on. */
    starting,

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
  const body = bodyOfForm(form)
  const flow = flowBody(form, owners)
  return [{ kind: 'form', key: form.key, hash: definitionHash(body), content: contentOf(body), body }, { kind: 'flow', key: form.key,
    hash: definitionHash(flow), content: contentOf(form.flow), body: flow }]
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
