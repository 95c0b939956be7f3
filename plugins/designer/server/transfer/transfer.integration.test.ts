import { afterAll, beforeAll, expect, it } from 'vitest'
import { approve, defineFlow, type Flow, role } from '#kernel/flow.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { type FormDesign, formDesignPath as path, type FormFile, type ReadFormFile } from '../../wire.ts'

let product: TestProduct
let there: TestProduct
beforeAll(async () => {
  product = await demoProduct()
  there = await demoProduct()
}, 240_000)
afterAll(() => Promise.all([product?.close(), there?.close()]))

const asked = { urlPage: 'visitor', prefix: 'FKSQ', group: 'administration', cn: '访客申请', en: 'Visitor pass', from: 'library:visitor' }

/** The file of a design that a step asks somebody whom the other installation may not know. */
async function made(): Promise<FormFile> {
  const admin = product.as('admin')
  const { data: design } = await admin.post<FormDesign>(path, asked)
  const { content, id, revision } = design
  const flow: Flow = defineFlow([...content.form.flow.steps, approve('guard', role('ourGuard'), { cn: '保安', en: 'Guard' })])
  const saved = await admin.put<FormDesign>(`${path}/${id}`, { revision,
    content: { ...content, starters: { people: ['u-employee'], departments: [], roles: [] }, form: { ...content.form, flow } } })
  expect(saved).toMatchObject({ code: 200 })
  return (await admin.get<FormFile>(`${path}/${id}/file`)).data
}

it('takes a form over: what is missing first, then a draft, and the same file again changes nothing', async () => {
  const file = await made()
  const admin = there.as('admin')
  expect(JSON.stringify(file.parts.flow.settings)).toContain('employee')
  const read = await admin.post<ReadFormFile>(`${path}/file/check`, { file })
  expect(read).toMatchObject({ code: 200, data: { urlPage: 'visitor', state: 'new', missing: [{ kind: 'role', id: 'ourGuard' }] } })
  expect(await admin.post(`${path}/file`, { file })).toMatchObject({ code: 42009, data: { fields: [{ name: 'role.ourGuard' }] } })
  const mapping = { roles: { ourGuard: 'adminOffice' } }
  const taken = await admin.post<FormDesign>(`${path}/file`, { file, mapping })
  expect(taken).toMatchObject({ code: 200, data: { urlPage: 'visitor', revision: 1, problems: [] } })
  expect(taken.data.content.starters.people).toEqual(['u-employee'])
  expect(taken.data.content.form.flow.steps).toContainEqual(
    expect.objectContaining({ id: 'guard', by: { rule: 'role', role: 'adminOffice' } }),
  )
  expect(taken.data.content.examples).toHaveLength(1)
  const again = await admin.post<FormDesign>(`${path}/file`, { file, mapping })
  expect(again.data).toMatchObject({ id: taken.data.id, revision: 1 })
  expect((await admin.post<ReadFormFile>(`${path}/file/check`, { file, mapping })).data.state).toBe('same')
})

it('refuses a file that was edited, and names the part', async () => {
  const { data: page } = await product.as('admin').get<{ records: readonly { id: string }[] }>(`${path}/page?keyword=visitor`)
  const { data: file } = await product.as('admin').get<FormFile>(`${path}/${page.records[0]!.id}/file`)
  const refusal = async (edited: unknown) => (await there.as('admin', 'en_US').post<unknown>(`${path}/file/check`, { file: edited })).msg
  expect(await refusal({ ...file, parts: { ...file.parts, flow: { ...file.parts.flow, steps: [] } } })).toMatch(
    /“flow” of the file was changed/,
  )
  expect(await refusal({ ...file, hashes: { ...file.hashes, form: '0'.repeat(64) } })).toMatch(/“form” of the file was changed/)
  expect(await refusal({ ...file, signature: { ...file.signature, value: 'AAAA' } })).toMatch(/signature/)
  expect(await refusal({ format: 'flow' })).toMatch(/not a file of a form design/)
})
