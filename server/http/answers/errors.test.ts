import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Forbidden, Missing, Refused, StateMoved, TaskMoved, Unauthenticated } from '#kernel/errors.ts'
import { DatabaseBusy } from '#server/database/errors.ts'
import { open, signedIn } from '../access.ts'
import { withMessage } from './envelope.ts'
import { OutsideUnavailable } from './errors.ts'
import { type TestApp, testApp } from '../testing.ts'

const fresh = { state: 1, currentTask: null, routeName: '/sample' }
const failures: Readonly<Record<string, () => unknown>> = {
  refused: () => new Refused('error.inUse'),
  blanks: () => new Refused('error.duplicate', { label: 'A-1' }),
  fields: () =>
    new Refused('error.invalidInput', {}, [
      { field: 'items.2.amount', code: 'error.field.required' },
      { field: 'count', code: 'S-01', message: { cn: '太多', en: 'Too many' }, level: 'confirm' },
    ]),
  missingText: () => new Refused('no.such.key'),
  taskMoved: () => new TaskMoved(fresh),
  stateMoved: () => new StateMoved(undefined),
  unauthenticated: () => new Unauthenticated('error.unauthenticated'),
  forbidden: () => new Forbidden('error.forbidden'),
  missing: () => new Missing('error.missing'),
  unexpected: () => new Error('column "secret" does not exist'),
  thrownText: () => 'secret text',
  foreign404: () => Object.assign(new Error('bucket secret is gone'), { statusCode: 404 }),
  busy: () => new DatabaseBusy(),
  outside: () => new OutsideUnavailable('secret'),
  diskFull: () => Object.assign(new Error('secret'), { code: 'ENOSPC' }),
  lockTimeout: () => Object.assign(new Error('secret'), { code: '55P03' }),
  badValue: () => Object.assign(new Error('secret'), { code: '22003' }),
}

let test: TestApp
beforeAll(async () => {
  test = await testApp((app) => {
    app.get('/fail/:how', { config: { access: open } }, async (request) => {
      throw failures[(request.params as { how: string }).how]!()
    })
    app.get('/file/:how', { config: { access: open, answersFile: true } }, async (request) => {
      throw failures[(request.params as { how: string }).how]!()
    })
    app.get('/value/:what', { config: { access: open } }, async (request) => values[(request.params as { what: string }).what])
    app.get('/alias', { config: { access: open, aliasResult: true } }, async () => ({ a: 1 }))
    app.get('/said', { config: { access: signedIn } }, async () => withMessage({ a: 1 }, 'error.duplicate', { label: 'X' }))
    app.get('/raw', { config: { access: open, raw: true } }, async () => ({ token: 1 }))
    app.get('/declared', { config: { access: open }, schema: { response: { 200: z.object({ name: z.string() }) } } },
      async () => ({ name: 'a', secret: 'b' }))
    app.post('/input', { config: { access: open }, schema: { body: input } }, async () => true)
  }, { wang: [] })
})
afterAll(() => test.app.close())

const values: Readonly<Record<string, unknown>> = { text: 'ok', nothing: undefined, none: null, yes: true, zero: 0, list: [1],
  file: Buffer.from('bytes') }
const input = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.number().max(9),
  kind: z.enum(['a', 'b']),
  day: z.iso.date(),
  rows: z.array(z.object({ amount: z.string() })),
  tags: z.array(z.string()).max(2),
  code: z.string().regex(/^[A-Z]+$/, 'error.inUse').optional(),
})

describe('a failure on the wire', () => {
  it.each([
    ['refused', 200, { code: 42009, msg: 'In use, so it can’t be deleted' }],
    ['blanks', 200, { code: 42009, msg: 'A-1 already exists' }],
    ['missingText', 200, { code: 42009, msg: 'Some of the data is not valid. Check it and try again' }],
    ['taskMoved', 200, { code: 42006, msg: 'This task has already been decided. Refresh to see the latest', data: fresh }],
    ['stateMoved', 200, { code: 42007, msg: 'This document has changed. Refresh to see the latest' }],
    ['unauthenticated', 401, { code: 401, msg: 'Authentication failed, cannot access system resources' }],
    ['forbidden', 403, { code: 403, msg: 'No permission for this operation' }],
    ['missing', 404, { code: 404, msg: 'Resource does not exist' }],
  ])('%s', async (how, status, envelope) => {
    const answer = await test.app.inject({ url: `/fail/${how}`, headers: { 'accept-language': 'en_US' } })
    expect({ status: answer.statusCode, envelope: answer.json() }).toEqual({ status, envelope })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/) })
  })

  it('names the fields with their sentences', async () => {
    const answer = await test.app.inject({ url: '/fail/fields', headers: { 'accept-language': 'zh_CN' } })
    expect(answer.json().data).toEqual({ fields: [
      { name: 'items.2.amount', message: '必填', level: 'block' },
      // a question is confirmed by its code
      { name: 'count', message: '太多', level: 'confirm', code: 'S-01' },
    ] })
  })

  it.each([
    ['unexpected', 200, 500],
    ['thrownText', 200, 500],
    ['foreign404', 200, 500],
    ['busy', 503, 503],
    ['outside', 503, 503],
    ['diskFull', 503, 503],
    ['lockTimeout', 503, 503],
    ['badValue', 200, 42009],
  ])('%s tells a trace id and nothing from inside', async (how, status, code) => {
    const answer = await test.app.inject(`/fail/${how}`)
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status, code })
    expect(answer.json().traceId).toBe(answer.headers['x-trace-id'])
    expect(answer.body).not.toMatch(/secret|stack|error\./)
  })

  it('is never HTTP 200 where a file was asked for', async () => {
    for (const how of Object.keys(failures)) {
      const { statusCode } = await test.app.inject(`/file/${how}`)
      expect({ how, succeeded: statusCode < 400 }).toEqual({ how, succeeded: false })
    }
  })
})

describe('an answer', () => {
  it.each([
    ['text', 'ok'],
    ['nothing', null],
    ['none', null],
    ['yes', true],
    ['zero', 0],
    ['list', [1]],
  ])('wraps %s', async (what, data) => {
    expect((await test.app.inject(`/value/${what}`)).json()).toEqual({ code: 200, msg: '', data })
  })
  it('leaves a file and a raw answer alone', async () => {
    expect((await test.app.inject('/value/file')).body).toBe('bytes')
    expect((await test.app.inject('/raw')).json()).toEqual({ token: 1 })
  })
  it('repeats the data as result where declared', async () => {
    expect((await test.app.inject('/alias')).json()).toEqual({ code: 200, msg: '', data: { a: 1 }, result: { a: 1 } })
  })
  it('lets nothing undeclared out', async () => {
    expect((await test.app.inject('/declared')).json()).toEqual({ code: 200, msg: '', data: { name: 'a' } })
  })
  it.each([
    [undefined, 'X已存在'],
    ['en', 'X already exists'],
    ['fr-FR,en-US;q=0.8,zh;q=0.9', 'X已存在'],
    ['fr', 'X已存在'],
    ['en_US', 'X already exists'],
    ['english', 'X已存在'],
  ])('speaks the language of %s', async (header, msg) => {
    const answer = await test.app.inject({ url: '/said',
      headers: { authorization: 'Bearer wang', ...(header && { 'accept-language': header }) } })
    expect(answer.json().msg).toBe(msg)
  })
})

describe('wrong input', () => {
  it('names every wrong field in the language of the caller', async () => {
    const body = { name: 'long name', count: 10, kind: 'c', day: 'x', rows: [{}, { amount: 'a' }], tags: ['a', 'b', 'c'], code: 'a',
      more: 1 }
    const answer = await test.app.inject({ method: 'POST', url: '/input', headers: { 'accept-language': 'en' }, payload: body })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().code).toBe(42009)
    const messages = Object.fromEntries(
      answer.json().data.fields.map(({ name, message }: { name: string; message: string }) => [name, message]),
    )
    expect(messages).toEqual({
      name: 'At most 3 characters',
      count: 'Must be at most 9',
      kind: 'Must be one of: a, b',
      day: 'Enter a date such as 2026-01-31',
      tags: 'Enter at most 2',
      'rows.0.amount': 'Required',
      code: 'In use, so it can’t be deleted',
      more: 'Unknown field',
    })
  })
  it('takes an empty required text for a missing one', async () => {
    const answer = await test.app.inject({ method: 'POST', url: '/input',
      payload: { name: '', count: '1', kind: 'a', day: '2026-01-01', rows: [], tags: [] } })
    expect(answer.json().data.fields).toEqual([{ name: 'name', message: '必填', level: 'block' }, { name: 'count', message: '应为数字',
      level: 'block' }])
  })
})
