import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestCaller, TestProduct } from '#server/documents/testing.ts'
import { check } from '#kernel/evaluate/checks/check.ts'
import { rowsAt } from '#kernel/evaluate/rows.ts'
import { complete } from '#kernel/evaluate/filling/complete.ts'
import type { FieldProblem } from '#kernel/errors.ts'
import type { FormFacts } from '#kernel/facts.ts'
import type { Fields } from '#kernel/fields.ts'
import type { Form } from '#kernel/form.ts'
import { maskedText } from '#kernel/values/masked-text.ts'
import { formProblemsAmong } from '#kernel/composition/problems.ts'
import { isReference, type RecordKind, sourceOf } from '#kernel/record-kinds.ts'
import type { FormValue } from '#kernel/values/value.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing, type FilingSupport } from './contract-filing.ts'
import { demanding } from './demanding.ts'

/** A boundary case of a rule: values that just break it, and values that just keep it, as changes of `filled`. */
export interface Edge {
  readonly breaks: ValueChange
  readonly keeps: ValueChange
}

type PassBodies = Readonly<Record<string, object>>

type ValueChange = FormValue | ((filled: FormValue) => FormValue)

/** Test contract of a form, to be passed to `describeForm`. */
export interface Contract {
  /** User name of the initiator. */
  readonly by: string
  /** Approvers chosen by the initiator. */
  readonly chosen?: readonly { readonly nodeId: string; readonly userIdList: readonly string[] }[]
  /**
   * Makes a valid value with unused files; may file linked documents and add records first, whose refusal fails the test. Called for each
   * document, so unique records must be added once only.
   */
  filled(support: FilingSupport): FormValue | Promise<FormValue>
  /** Boundary cases by rule id, for all rules checked on filing. */
  readonly edges: Readonly<Record<string, Edge>>
  /** Ids of rules tested elsewhere: at a node, or with specific documents. */
  readonly elsewhere?: readonly string[]
  /** Request bodies of approvers by node. */
  readonly say?: PassBodies | ((support: FilingSupport) => Promise<PassBodies>)
  /** Documents are posted to other systems: they are not voided and not returned for changes. */
  readonly posted?: true
  /** Expected passes until completion, e.g. `deptHead: yangfan`. */
  readonly passes: readonly string[]
}

/** Rules of mixins, which are tested with the expense claim, since it uses all of them. */
const ofMixins = /^(G|INV|PAY|WO)-/

/** Defines the common tests of a form: flow analysis, rules at their boundaries in browser and server, and the life cycle of a document. */
export function describeForm(form: Form, contract: Contract): void {
  let support: FilingSupport
  let product: TestProduct
  let filled: FormValue
  let say: PassBodies

  describe(`${form.en}`, () => {
    beforeAll(async () => {
      product = await demoProduct()
      support = filing(product, form, contract.chosen && { nodeList: contract.chosen })
      filled = await filledBy(contract, support)
      say = typeof contract.say === 'function' ? await contract.say(support) : (contract.say ?? {})
    }, 120_000)
    afterAll(() => product?.close())
    afterEach(() => product.audit())

    it('is sound by itself', () => {
      expect(formProblemsAmong(form, product.composition.host.plugins).map(({ where, text }) => `${where}: ${text.en}`)).toEqual([])
    })

    it('has each of its own rules tried', () => {
      const own = form.rules.filter(({ id }) => !ofMixins.test(id)).map(({ id }) => id)
      expect(own.toSorted()).toEqual([...Object.keys(contract.edges), ...(contract.elsewhere ?? [])].toSorted())
    })

    it.each(Object.entries(contract.edges))('%s holds at its edge, in browser and server alike', async (id, { breaks, keeps }) => {
      const person = product.as(contract.by)
      for (const [change, isBroken] of [[breaks, true], [keeps, false]] as const) {
        const value = changed(filled, change)
        const { data: answer } = await support.calculate(person, value)
        const refused = fieldsOf(answer.problems, id)
        expect(refused.length > 0, `${id} with ${JSON.stringify(change)}: ${JSON.stringify(answer.problems)}`).toBe(isBroken)
        expect(fieldsOf(check(form, answer.value, await knownTo(person, form, answer.value), { at: 'start' }), id)).toEqual(refused)
      }
    })

    it('runs to its end, and its screen shows what was filed', async () => {
      const fresh = await filledBy(contract, support)
      const id = await support.file(contract.by, fresh)
      expect(await support.passThrough(id, say)).toEqual(contract.passes)
      const { state, business, businessNo } = await support.detailOf(product.as(contract.by), id)
      expect({ state, businessNo }).toEqual({ state: 4,
        businessNo: expect.stringMatching(new RegExp(`^${form.prefix}\\d{12}$`)) as unknown })
      expect(business).toMatchObject({ ...shown(form.fields, fresh), ...answered(say) })
      if (!contract.posted) await support.remove(id)
    })

    it.each([['refused', 2], ['revoked', 12]] as const)(
      'gives back what it held when it is %s, and keeps its number when it is filed again',
      async (ending, state) => {
        const fresh = await filledBy(contract, support)
        const id = await support.file(contract.by, fresh)
        const before = await support.detailOf(product.as(contract.by), id)
        if (ending === 'refused') await support.refuse(id)
        else await support.revoke(contract.by, id)
        expect((await support.detailOf(product.as(contract.by), id)).state).toBe(state)
        expect(await support.budget(id)).toEqual({ occupied: '0.00', spent: '0.00' })
        await support.fileAgain(contract.by, id, fresh)
        const after = await support.detailOf(product.as(contract.by), id)
        expect(after).toMatchObject({ state: 1, round: 2, businessNo: before.businessNo })
        await support.remove(id)
      },
    )

    it.skipIf(contract.posted || form.flow.settings.hidden?.includes('return'))('comes back to be changed, and goes on from there',
      async () => {
        const fresh = await filledBy(contract, support)
        const id = await support.file(contract.by, fresh)
        await support.returnToStart(id)
        await support.fileAgain(contract.by, id, fresh)
        expect(await support.detailOf(product.as(contract.by), id)).toMatchObject({ state: 1 })
        await support.remove(id)
      })
  })
}

/** The valid value of a contract. @throws Error that names a refused call */
const filledBy = async ({ filled }: Contract, support: FilingSupport): Promise<FormValue> =>
  filled({ ...support, product: demanding(support.product) })

/** A value as shown on the document's page, with masked account numbers. */
const shown = (fields: Fields, value: FormValue): FormValue =>
  Object.fromEntries(Object.entries(value).map(([key, inner]): [string, unknown] => {
    const { masked, columns } = fields[key] ?? {}
    if (columns && Array.isArray(inner)) return [key, inner.map((row) => shown(columns, row as FormValue))]
    return [key, masked && typeof inner === 'string' ? maskedText(inner) : inner]
  }))

/** Final values of header fields written by approvers. */
const answered = (say: PassBodies): FormValue =>
  Object.fromEntries(
    Object.values(say).flatMap((body) => Object.entries((body as { readonly business?: FormValue }).business ?? {}))
      .filter(([, inner]) => !Array.isArray(inner)),
  )

const changed = (filled: FormValue,
  change: ValueChange): FormValue => (typeof change === 'function' ? change(filled) : { ...filled, ...change })

const fieldsOf = (problems: readonly Pick<FieldProblem, 'code' | 'field'>[], id: string): string[] =>
  problems.filter(({ code }) => code === id).map(({ field }) => field).toSorted()

/** Facts available to a browser for a value: referenced records and dictionaries, loaded over HTTP. */
async function knownTo(person: TestCaller, form: Form, value: FormValue): Promise<FormFacts> {
  const wanted = new Map<RecordKind, Set<string>>()
  collect(form.fields, complete(form, value, nothing), wanted)
  const records = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [kind, ids] of wanted) {
    const { data } = await person.post<readonly { readonly id: string }[]>(`/system/reference/${kind}/find`, { ids: [...ids] })
    for (const record of data) records.set(`${kind} ${record.id}`, record)
  }
  const { data: choices } = await person.get<readonly { type: string; value: string; label: string; localName: string }[]>(
    '/system/sysDict/list',
  )
  const labels = new Map(choices.map(({ type, value: choice, label, localName }) => [`${type}\n${choice}`, `${label}/${localName}`]))
  return { ...clock, reference: (kind, id) => records.get(`${kind} ${id}`), dict: (key, choice) => labels.get(`${key}\n${choice}`) ?? null }
}

/** Frozen clock for tests. */
const clock = { today: '2026-11-20', now: '2026-11-20 10:00:00' } as const

const nothing: FormFacts = { ...clock, reference: () => undefined }

function collect(fields: Fields, value: FormValue, wanted: Map<RecordKind, Set<string>>): void {
  for (const [key, field] of Object.entries(fields)) {
    const inner = value[key]
    if (field.columns) { for (const row of rowsAt(value, key)) collect(field.columns, row, wanted) }
    else if (isReference(field)) want(wanted, sourceOf(field), inner)
  }
}

function want(wanted: Map<RecordKind, Set<string>>, kind: RecordKind, inner: unknown): void {
  const ids = (Array.isArray(inner) ? inner : [inner]).filter((id): id is string => typeof id === 'string' && id !== '')
  if (ids.length > 0) wanted.set(kind, new Set([...(wanted.get(kind) ?? []), ...ids]))
}
