import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '#kernel/fields.ts'
import type { Plugin } from '#kernel/plugin.ts'
import { demoProduct } from '#plugins/demo/server/testing.ts'
import { filing } from '#plugins/forms/server/contract-filing.ts'
import type { TestProduct } from '#server/documents/testing.ts'
import { changeField, insertField, removeField, withForm } from '../../model/content.ts'
import type { DesignProblem, FormContent, FormDesign } from '../../wire.ts'

let product: TestProduct
beforeAll(async () => {
  product = await demoProduct()
}, 240_000)
afterAll(() => product?.close())

const path = '/workflow/dynamicForm'
const over = 'universalApproval'
const admin = () => product.as('admin')
const crm: FieldDefinition = { kind: 'text', cn: '客户系统编号', en: 'CRM number', required: true, max: 20 }
const kit = () => filing(product, { key: over })
const request = (more: object = {}) => ({ title: '会议室改造', applicantDept: 'sz-quality', universalType: '1', urgency: '1',
  currencyType: 'CNY', contents: [{ rowId: 'c1', subject: '会议室改造', content: '<p>增加视频设备</p>', amount: '100.00' }],
  chosenApprovers: ['u-sales'], expectDate: '2026-12-01', ...more })

let design: FormDesign
const save = async (change: (content: FormContent) => FormContent) => {
  const answer = await admin().put<FormDesign>(`${path}/${design.id}`, { revision: design.revision, content: change(design.content) })
  if (answer.code === 200) design = answer.data
  return answer
}
const publish = async () => {
  const answer = await admin().post<FormDesign>(`${path}/${design.id}/publish`, { revision: design.revision, reason: '补充客户编号' })
  if (answer.code === 200) design = answer.data
  return answer
}

describe('a company’s additions to a form of the product', () => {
  it('are made once for a form, and begin as it is shipped', async () => {
    const answer = await admin().post<FormDesign>(path, { over })
    expect(answer).toMatchObject({ code: 200, data: { over, version: null, problems: [], overlay: { questions: [] } } })
    design = answer.data
    expect(design.content.form.key).toBe(over)
    expect(await admin().post(path, { over })).toMatchObject({ code: 42009, data: { fields: [{ name: 'over' }] } })
    expect(await admin().post(path, { over: 'nothing' })).toMatchObject({ code: 42009 })
  })

  it('say why a field that the product needs is neither hidden nor optional', async () => {
    const answer = await save((content) =>
      changeField(changeField(content, 'expectDate', { visible: 'false' }), 'chosenApprovers', { required: undefined })
    )
    expect(answer).toMatchObject({ code: 42009 })
    const { fields } = answer.data as unknown as { readonly fields: readonly { readonly name: string; readonly message: string }[] }
    expect(fields.find(({ name }) => name === 'fields › expectDate › visible')?.message).toMatch(/期望完成日期不能早于今天/)
    expect(fields.some(({ name }) => name === 'fields › chosenApprovers › required')).toBe(true)
    expect(design.overlay?.needs['expectDate']).toContainEqual(expect.objectContaining({
      en: 'The rule “The needed-by date can’t be in the past” reads it',
    }))
  })

  it('cannot change what is the product’s', async () => {
    expect(await save((content) => removeField(content, 'urgency'))).toMatchObject({ code: 42009 })
    expect(await save((content) => withForm(content, { prefix: 'XX' }))).toMatchObject({ code: 42009 })
    const { data } = await admin().post<readonly DesignProblem[]>(`${path}/check`,
      insertField(design.content, 'crm', crm, { section: 'basics' }))
    expect(data.map(({ where }) => where)).toEqual(['fields › crm'])
  })

  it('are in list, detail, checks, print and export once they are published, and not before', async () => {
    const before = await kit().file('quality', request())
    await save((content) => {
      const added = insertField(content, 'ownCrm', crm, { section: 'basics', before: 'urgency' })
      const labelled = changeField(added, 'urgency', { en: 'Priority', required: undefined })
      return withForm(labelled, { columns: [...labelled.form.columns, 'ownCrm'],
        rules: [...labelled.form.rules, { id: 'OWN-1', when: 'len(ownCrm) < 3', fields: ['ownCrm'], level: 'block', cn: '编号太短',
          en: 'The number is too short' }] })
    })
    expect(await kit().apply(product.as('quality'), request())).toMatchObject({ code: 200 })
    expect(await publish()).toMatchObject({ code: 200, data: { state: 'published', version: 1, isChanged: false } })
    expect(await kit().apply(product.as('quality'), request())).toMatchObject({ code: 42009, data: { fields: [{ name: 'ownCrm' }] } })
    expect(await kit().apply(product.as('quality'), request({ ownCrm: 'C1' }))).toMatchObject({ code: 42009,
      data: { fields: [{ name: 'ownCrm' }] } })
    const filed = await kit().file('quality', request({ ownCrm: 'C-100', urgency: null }))
    expect(await kit().passThrough(filed)).toEqual(['deptHead: yangfan', 'addApprover: sales'])
    expect(await kit().detailOf(product.as('quality'), filed)).toMatchObject({ state: 4, business: { ownCrm: 'C-100' } })
    await product.composition.jobs.tick()
    const found = await admin().post(`/oaserver/${over}/page`, { current: 1, size: 10, columns: { ownCrm: 'C-1' } })
    expect(found).toMatchObject({ data: { records: [{ procInstId: filed, columns: { ownCrm: 'C-100' } }] } })
    const described = await product.as('quality').get<{ fields: readonly { key: string; en: string }[] }>(`/workflow/form/${over}`)
    expect(described.data.fields.find(({ key }) => key === 'urgency')?.en).toBe('Priority')
    // documents stay pinned to the form that they were filed with
    const old = await product.as('quality').get(`/oaserver/${over}/detail?procInstId=${before}`)
    expect(JSON.stringify(old.data)).not.toContain('ownCrm')
    expect(await kit().passThrough(before)).toEqual(['deptHead: yangfan', 'addApprover: sales'])
    const authorization = await admin().bearer()
    for (const url of [`/oaserver/${over}/export`, `/oaserver/${over}/${filed}/print`]) {
      const answer = await product.app.inject({ url, headers: { authorization } })
      expect([url, answer.statusCode]).toEqual([url, 200])
    }
  })

  it('tell browsers of the form in force', async () => {
    const { data } = await admin().get<{ forms: readonly { key: string; plugin: string }[] }>('/workflow/declarations')
    expect(data.forms).toContainEqual(expect.objectContaining({ key: over, plugin: 'proposals' }))
    const { data: processes } = await admin().get<readonly { key: string; amended: boolean }[]>('/workflow/process/list')
    expect(processes.filter(({ amended }) => amended).map(({ key }) => key)).toEqual([over])
  })

  it('wait as a question where a release took the key, and the product starts', async () => {
    const changed = product.composition.host.plugins.map((plugin): Plugin =>
      plugin.id !== 'proposals' ?
        plugin :
        { ...plugin, forms: plugin.forms.map((form) =>
          form.key !== over ?
            form :
            { ...design.overlay!.shipped,
              fields: { ...design.overlay!.shipped.fields, ownCrm: { kind: 'integer', cn: '编号', en: 'Number', section: 'basics' } } }
        ) }
    ).filter(({ id }) => id !== 'company')
    const next = await product.upgraded(changed)
    const answer = await next.as('admin').get<FormDesign>(`${path}/${design.id}`)
    expect(answer.data.overlay?.questions).toMatchObject([{ id: 'added ownCrm', why: 'taken' }])
    expect(answer.data.content.form.fields['ownCrm']).toMatchObject({ kind: 'integer' })
    expect(answer.data.content.form.fields['urgency']).toMatchObject({ en: 'Priority' })
    expect(next.composition.host.forms.get(over)?.fields['ownCrm']).toMatchObject({ kind: 'integer' })
    const call = { revision: answer.data.revision, question: 'added ownCrm', choice: 'company' }
    const settled = await next.as('admin').put<FormDesign>(`${path}/${design.id}/settle`, call)
    expect(settled.data).toMatchObject({ overlay: { questions: [] } })
    expect(settled.data.content.form.fields['ownCrm2']).toMatchObject({ en: 'CRM number' })
    // the shipped form of the running release again
    design = (await admin().get<FormDesign>(`${path}/${design.id}`)).data
    expect(design.content.form.fields).toHaveProperty('ownCrm2')
  })

  it('are rolled back, and stopped: then the form is as it is shipped', async () => {
    const back = await admin().put<FormDesign>(`${path}/${design.id}/rollback`, { version: 1, reason: '照旧' })
    expect(back).toMatchObject({ code: 42009 })
    expect(await publish()).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await admin().put(`${path}/${design.id}/rollback`, { version: 1, reason: '照旧' })).toMatchObject({ code: 200,
      data: { version: 1, state: 'published' } })
    expect(await kit().apply(product.as('quality'), request())).toMatchObject({ code: 42009, data: { fields: [{ name: 'ownCrm' }] } })
    expect(await admin().put(`${path}/${design.id}/stop`, { reason: '不再需要' })).toMatchObject({ code: 200, data: { state: 'stopped' } })
    expect(await kit().apply(product.as('quality'), request())).toMatchObject({ code: 200 })
    expect(await admin().delete(`${path}/${design.id}`)).toMatchObject({ code: 42009 })
    const { data: page } = await admin().get<{ records: readonly unknown[] }>(`${path}/page?kind=overlay`)
    expect(page.records).toMatchObject([{ over, state: 'stopped', version: 1 }])
  })
})
