import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import { canonical } from '#server/canonical.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { upcast } from '#server/documents/store/history.ts'
import { isProven } from '#server/documents/values/decided-view.ts'
import { scaled } from '#server/testing-scale.ts'
import { exampleOn } from '../library/examples.ts'
import { isHeaderField, removeField } from '../model/content.ts'
import { refactorings } from '../model/testing-content.ts'
import { whereUsed } from '../model/references.ts'
import { designKey, type FormContent, type FormDesign, formDesignPath as path } from '../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const type = designKey('visitor')

/** Hash of what a reader is shown of a document: the form by which it is drawn, its values and their texts. */
async function viewOf(id: string): Promise<string> {
  const answer = await product.as('quality').get<Readonly<Record<string, unknown>>>(`/oaserver/${type}/detail?procInstId=${id}`)
  expect(answer).toMatchObject({ code: 200 })
  const { definition, business, references } = answer.data
  const form = definition ?? (await product.as('quality').get(`/workflow/form/${type}`)).data
  return createHash('sha256').update(canonical({ form, business, references })).digest('hex')
}

/** Stored data of documents that differ from their histories, views of decisions included. */
async function mismatches(): Promise<readonly string[]> {
  const { audits, host } = product.composition
  return (await audits.find(({ name }) => name === 'documents')!.run(product.database.db, host)).mismatches
}

/** Removes a field of the design's own that nothing reads, chosen by a number; the last one stays. */
function without(content: FormContent, number: number): FormContent {
  const own = Object.keys(content.form.fields).filter((key) => !isHeaderField(key) && whereUsed(content, key).length === 0)
  return own.length > 1 ? removeField(content, own[number % own.length]!) : content
}

it('shows documents as when they were signed, however often the form is changed afterwards', async () => {
  const admin = product.as('admin')
  const asked = { urlPage: 'visitor', prefix: 'FKSQ', group: 'administration', cn: '访客申请', en: 'Visitor pass', from: 'library:visitor' }
  const { data: created } = await admin.post<FormDesign>(path, asked)
  const publish = (design: FormDesign) =>
    admin.post<FormDesign>(`${path}/${design.id}/publish`, { revision: design.revision, reason: '改版' })
  let design = (await publish(created)).data
  expect(design).toMatchObject({ version: 1 })

  const kit = filing(product, { key: type })
  const value = { title: '访客', applicantDept: 'sz-quality', ...exampleOn(created.content.examples!.at(-1)!.value, '2026-11-20') }
  const open = await kit.file('quality', value)
  const signed = await kit.file('quality', value)
  await kit.passThrough(signed, { reception: { business: { badges: 'B-01' } } })
  const views = await Promise.all([open, signed].map(viewOf))
  expect(views[0]).not.toBe(views[1])

  const edits = scaled({ enough: 40, all: 1_000 })
  const steps = fc.sample(refactorings, { numRuns: edits, seed: 20_261_120 })
  let published = 1
  for (let at = 0; at < edits; at += 5) {
    const content = steps.slice(at, at + 5).reduce((changed, step) => step(changed), without(design.content, at))
    const saved = await admin.put<FormDesign>(`${path}/${design.id}`, { revision: design.revision, content })
    expect(saved).toMatchObject({ code: 200 })
    const answer = await publish(saved.data)
    // a field cannot have a key that documents have with another kind: the next edits begin from what is in force
    const back = answer.code === 200 ?
      answer.data :
      (await admin.put<FormDesign>(`${path}/${design.id}`, { revision: saved.data.revision, content: design.content })).data
    published += answer.code === 200 ? 1 : 0
    design = back
    expect(await Promise.all([open, signed].map(viewOf))).toEqual(views)
  }
  expect(published).toBeGreaterThan(edits / 10)
  expect(await mismatches()).toEqual([])
  const decided = await product.database.db.selectFrom('document_event').select(['payload', 'seq']).where('document', '=', signed)
    .where('type', '=', 'passed').orderBy('seq').execute()
  expect(decided.length).toBeGreaterThan(1)
  const { content, value: decidedOn } = await product.database.db.selectFrom('definition').innerJoin('document', 'document.form',
    'definition.hash')
    .select(['definition.content', 'document.value']).where('document.id', '=', signed).where('definition.kind', '=', 'form')
    .executeTakeFirstOrThrow()
  for (const { payload } of decided) expect(payload).toMatchObject({ view: { form: content, hash: expect.any(String) as unknown } })

  // another value, or a form with other labels, is not what the last one decided on
  const last = upcast(decided.at(-1)!.payload)
  const stored = new Set([content!])
  expect([isProven(last, decidedOn, stored), isProven(last, { ...decidedOn, visitorCompany: '其他' }, stored),
    isProven(last, decidedOn, new Set())])
    .toEqual([true, false, false])
}, 600_000)
