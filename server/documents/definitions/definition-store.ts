import { createHash } from 'node:crypto'
import { bodyOfForm, type FormBody, formOfBody } from '#kernel/wording/describe.ts'
import { Missing } from '#kernel/errors.ts'
import { defineFlow, type Flow } from '#kernel/flow.ts'
import type { Form } from '#kernel/form.ts'
import type { RecordOwners } from '#kernel/plugin.ts'
import type { Db } from '#server/database/tables.ts'
import { type ChangeVersions, versionsColumn, versionsOf } from '#server/identity/organisation/change-versions.ts'
import { boundedCache } from './bounded-cache.ts'
import { flowBody, flowOfBody } from './flow-body.ts'
import { publish, type ShippedDefinition } from './publish.ts'

/** A version of a flow as documents are pinned to it. */
export interface PinnedFlow {
  readonly hash: string
  readonly version: number
  readonly flow: Flow
}

/** The definition that a document was filed with: the form, with the flow that goes with it. */
export interface PinnedDefinition {
  readonly form: Form
  readonly pinned: PinnedFlow
}

/** The pins of a document. A form that is null is the one in force: the row is from before forms had versions. */
export interface Pins {
  readonly type: string
  readonly form: string | null
  readonly flow: string
}

/** The same definition has the same hash on every machine; histories name flows by it. */
const definitionHash = (body: Flow | FormBody): string => createHash('sha256').update(JSON.stringify(body)).digest('base64url')

const noFlow: Flow = defineFlow([])

/** A form with its flow in memory; compiled expressions hang on these objects, so there are only so many of each. */
const kept = 300

/** The published versions of forms and flows. A version never changes: what was read once is kept by its hash. */
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

  async function starting(db: Db, form: Form): Promise<{ readonly pinned: PinnedFlow; readonly versions: ChangeVersions }> {
    const { own, versions } = await db.selectNoFrom((eb) => [
      eb.selectFrom('definition_current').select('hash').where('kind', '=', 'flow').where('key', '=', form.key).where('by', '<>', 'product')
        .as('own'),
      versionsColumn.as('versions'),
    ]).executeTakeFirstOrThrow()
    return { pinned: await pinned(db, form.key, own ?? shippedFlow(form)), versions: versionsOf(versions) }
  }

  return {
    /** Publishes what the product ships where its content is new, and pins documents from before forms had versions. */
    publish: (db: Db, at: Date): Promise<void> =>
      publish(db, [...forms.values()].flatMap((form): ShippedDefinition[] => [
        { kind: 'form', key: form.key, hash: shipped.get(form.key)!.form, body: bodyOfForm(form) },
        { kind: 'flow', key: form.key, hash: shipped.get(form.key)!.flow, body: stored(form) },
      ]), at),

    /** The version of the flow that new documents of a type start with: the company's own, or what this instance ships. */
    current: async (db: Db, form: Form): Promise<PinnedFlow> => (await starting(db, form)).pinned,

    /** The same, with the versions of what the caches rest on. */
    starting,

    /** The same for several forms, in their order. */
    async currents(db: Db, several: readonly Form[]): Promise<readonly PinnedFlow[]> {
      const rows = await db.selectFrom('definition_current').select(['key', 'hash']).where('kind', '=', 'flow').where('by', '<>', 'product')
        .execute()
      const own = new Map(rows.map(({ key, hash }) => [key, hash]))
      return Promise.all(several.map((form) => pinned(db, form.key, own.get(form.key) ?? shippedFlow(form))))
    },

    /** The hash of the form that new documents of a type are filed with. */
    formHash: (type: string): string | null => shipped.get(type)?.form ?? null,

    /** @throws Missing for a hash that was never published. */
    pinned,

    /** The form alone that a document was filed with; its flow is the one in force. @throws Missing */
    async form(db: Db, type: string, hash: string | null): Promise<Form> {
      const current = forms.get(type)
      if (current && (hash === null || hash === shipped.get(type)?.form)) return current
      return knownForms.of(`${type} ${hash}`,
        async () =>
          formOfBody((await storedDefinition(db, { kind: 'form', key: type, hash: hash ?? '' })).body as FormBody, current?.flow ?? noFlow))
    },

    /** The definition that a document was filed with; the very object of the declaration where that is still the one. @throws Missing */
    async of(db: Db, pins: Pins): Promise<PinnedDefinition> {
      const flow = await pinned(db, pins.type, pins.flow)
      return { pinned: flow, form: await formWith(db, pins, flow) }
    },
  }
}

export type Definitions = ReturnType<typeof definitionStore>

async function storedDefinition(db: Db, { kind, key, hash }: { kind: 'form' | 'flow'; key: string; hash: string }) {
  const row = await db.selectFrom('definition').select(['version', 'body']).where('kind', '=', kind).where('key', '=', key).where('hash',
    '=', hash).executeTakeFirst()
  if (!row) throw new Missing('documents.noSuchFlow')
  return row
}
