import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Form } from '#kernel/form.ts'
import { definePlugin } from '#kernel/plugin.ts'
import { testWorld, type TestWorld, tokensOf } from '../testing.ts'

/** The longest key that a form which a company designs can have. */
const designedKey = `dynamicForm:${'visitor-pass'.padEnd(40, '-2')}`

describe('drafts', () => {
  let world: TestWorld
  let tokens: Record<'wang' | 'chen', string>

  beforeAll(async () => {
    world = await testWorld({
      plugins: [
        definePlugin({ id: 'kept',
          forms: ['leave', 'twice', 'trip', 'large', designedKey].map((key) => ({ key, path: `/${key}`, cn: key, en: key }) as Form) }),
      ],
    })
    for (const userName of ['wang', 'chen']) await world.person({ userName })
    tokens = { wang: (await tokensOf(world.app, 'wang')).access_token ?? '', chen: (await tokensOf(world.app, 'chen')).access_token ?? '' }
  })
  afterAll(() => world.close())

  const call = async (who: 'wang' | 'chen', method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    (await world.app.inject({ method, url: `/oaserver/user-input-cache${path}`, headers: { authorization: `Bearer ${tokens[who]}` },
      ...(payload && { payload }) })).json<
      { code: number; data: unknown }
    >()
  const save = (who: 'wang' | 'chen', businessType: string, content: unknown) => call(who, 'POST', '/save', { businessType, content })

  it('are kept per person and type, and only the last', async () => {
    expect((await call('wang', 'GET', '?businessType=leave&_t=1')).data).toBeNull()
    await save('wang', 'leave', { days: '1.50' })
    await save('wang', 'leave', { days: '2.00' })
    expect(await call('wang', 'GET', '?businessType=leave')).toMatchObject({ code: 200,
      data: { businessType: 'leave', content: { days: '2.00' } } })
    expect((await call('chen', 'GET', '?businessType=leave')).data).toBeNull()
    expect((await call('wang', 'GET', '')).data).toMatchObject([{ businessType: 'leave' }])
  })

  it('are kept of a form that a company designs, by its longest key', async () => {
    expect(await save('wang', designedKey, { company: '甲' })).toMatchObject({ code: 200 })
    expect((await call('wang', 'GET', `?businessType=${designedKey}`)).data).toMatchObject({ businessType: designedKey,
      content: { company: '甲' } })
    await call('wang', 'DELETE', `?businessType=${designedKey}`)
  })

  it('of two windows the second to save is told, unless it means to replace what is there', async () => {
    const from = (content: unknown, version?: number) => call('wang', 'POST', '/save', { businessType: 'twice', content, version })
    expect(await from('one', 0)).toMatchObject({ code: 200, data: { version: 1 } })
    expect(await from('another', 0)).toMatchObject({ code: 42007 })
    expect(await from('of no version', 2 ** 53 - 1)).toMatchObject({ code: 42009, data: { fields: [{ name: 'version' }] } })
    expect(await from('one and more', 1)).toMatchObject({ code: 200, data: { version: 2 } })
    expect(await from('late', 1)).toMatchObject({ code: 42007 })
    expect((await call('wang', 'GET', '?businessType=twice')).data).toMatchObject({ content: 'one and more', version: 2 })
    expect(await from('whatever is there')).toMatchObject({ code: 200, data: { version: 3 } })
    await call('wang', 'DELETE', '?businessType=twice')
    expect(await from('after it was discarded elsewhere', 3)).toMatchObject({ code: 200, data: { version: 1 } })
  })

  it('of a filed document are its own, and are not listed', async () => {
    const of = (document: string, content: string) =>
      call('wang', 'POST', '/save', { businessType: 'large', document, form: 'f9', content })
    expect(await of('d1-1', 'corrected')).toMatchObject({ code: 200, data: { version: 1 } })
    expect((await call('wang', 'GET', '?businessType=large&document=d1-1')).data).toMatchObject({ content: 'corrected', form: 'f9' })
    expect((await call('wang', 'GET', '?businessType=large')).data).toBeNull()
    expect((await call('wang', 'GET', '')).data).not.toContainEqual(expect.objectContaining({ businessType: 'large' }))
    expect((await of('d1-1; drop', 'x')).code).toBe(42009)
    await call('wang', 'DELETE', '?businessType=large&document=d1-1')
    expect((await call('wang', 'GET', '?businessType=large&document=d1-1')).data).toBeNull()
  })

  it('go away for their owner only', async () => {
    await save('wang', 'trip', 'text')
    await call('chen', 'DELETE', '?businessType=trip')
    expect((await call('wang', 'GET', '?businessType=trip')).data).toMatchObject({ content: 'text' })
    await call('wang', 'DELETE', '?businessType=trip')
    expect((await call('wang', 'GET', '?businessType=trip')).data).toBeNull()
  })

  it('have at most 512 kB', async () => {
    const largest = 'x'.repeat(512 * 1024 - 2)
    expect((await save('wang', 'large', largest)).code).toBe(200)
    expect((await save('wang', 'large', `${largest}x`)).code).toBe(42009)
    expect((await save('wang', 'large', '中'.repeat(200 * 1024))).code).toBe(42009)
  })

  it('have a type that exists', async () => {
    expect((await save('wang', '../leave', {})).code).toBe(42009)
    expect(await save('wang', 'junk', {})).toMatchObject({ code: 42009, data: { fields: [{ name: 'businessType' }] } })
    expect((await save('wang', 'leave', 5)).code).toBe(42009)
  })
})
