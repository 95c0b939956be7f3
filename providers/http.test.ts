import { describe, expect, it, vi } from 'vitest'
import type { Locale } from '#kernel/wording/label.ts'
import { createData } from './data.ts'
import { HttpFailure } from './failure.ts'
import { createHttp } from './http.ts'
import { createReactions, type Reaction } from './reactions.ts'

type StubAnswer = Response | Error | ((signal: AbortSignal) => Promise<Response>)

const envelope = (body: object, init?: ResponseInit) => new Response(JSON.stringify(body), init)

function given(answers: StubAnswer[], { locale = 'en' as Locale, timeout = 60_000 } = {}) {
  const reactions: Reaction[] = []
  const source = createReactions()
  source.on((reaction) => reactions.push(reaction))
  const sent: { address: URL; init: RequestInit & { headers: Record<string, string> } }[] = []
  const http = createHttp({
    token: async () => 'secret',
    locale: () => locale,
    reactions: source,
    retryAfter: 0,
    timeout,
    fetch: async (address, init) => {
      sent.push({ address: new URL(String(address), 'http://here'), init: init as never })
      const answer = answers.shift() ?? new Error('nothing more')
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? answer(init?.signal as AbortSignal) : answer
    },
  })
  return { http, reactions, sent }
}

const ok = (data: unknown) => envelope({ code: 200, msg: 'ok', data })
const failing = async (call: Promise<unknown>) => (await call.catch((error: unknown) => error)) as HttpFailure

describe('a call', () => {
  it('carries the token, the language, the client and a timestamp', async () => {
    const { http, sent } = given([ok(1)])
    await http.get('/system/user/currentUser')
    expect(sent[0]?.address.pathname).toBe('/api/system/user/currentUser')
    expect(sent[0]?.address.searchParams.get('_t')).toMatch(/^\d{13}$/)
    expect(sent[0]?.init.headers).toMatchObject({ Authorization: 'Bearer secret', 'Accept-Language': 'en_US', 'X-Client-Type': 'web' })
  })

  it('names a telephone where the window is as narrow', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(max-width: 767px)' }))
    const { http, sent } = given([ok(1)])
    await http.get('/system/user/currentUser')
    vi.unstubAllGlobals()
    expect(sent[0]?.init.headers).toMatchObject({ 'X-Client-Type': 'mobile' })
  })

  it('moves the body of a GET and a DELETE into the address, lists joined, a bare value into the path', async () => {
    const { http, sent } = given([ok(1), ok(1), ok(1)])
    await http.get('/list', { ids: ['a', 'b'], empty: undefined })
    await http.delete('/attachment', 'x/1')
    await http.get('/count', 0)
    expect(sent[0]?.address.searchParams.get('ids')).toBe('a,b')
    expect(sent[0]?.address.searchParams.has('empty')).toBe(false)
    expect(sent[1]?.address.pathname).toBe('/api/attachment/x%2F1')
    expect(sent[2]?.address.pathname).toBe('/api/count/0')
    expect(sent.every(({ init }) => init.body === undefined)).toBe(true)
  })

  it('asks a busy server again after the time that it names, and changes nothing twice', async () => {
    const busy = () => envelope({ code: 503, msg: 'busy' }, { status: 503, headers: { 'retry-after': '0' } })
    const { http, reactions, sent } = given([busy(), ok(1), busy(), busy()])
    expect([await http.get('/workflow/tasks/counts'), reactions]).toEqual([1, []])
    await expect(http.post('/workflow/pass', {})).rejects.toMatchObject({ statusCode: 503 })
    expect(sent).toHaveLength(3)
  })

  it('answers the data of the envelope', async () => {
    const { http } = given([ok({ id: '7' })])
    expect(await http.post('/x', {})).toEqual({ id: '7' })
  })
})

describe('the idempotency key', () => {
  const keys = (sent: ReturnType<typeof given>['sent']) => sent.map(({ init }) => init.headers['Idempotency-Key'])

  it('stays the same until the server has answered, then is new', async () => {
    const { http, sent } = given([new Error('cut'), ok(1), ok(1)])
    await failing(http.post('/apply', { a: 1 }))
    await http.post('/apply', { a: 1 })
    await http.post('/apply', { a: 1 })
    const [first, second, third] = keys(sent)
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('differs for another content, and reading calls have none', async () => {
    const { http, sent } = given([new Error('cut'), ok(1), ok({})])
    await failing(http.post('/apply', { a: 1 }))
    await http.post('/apply', { a: 2 })
    await http.query('/page', {})
    expect(keys(sent)[1]).not.toBe(keys(sent)[0])
    expect(keys(sent)[2]).toBeUndefined()
  })
})

describe('repeating', () => {
  it('tries a GET once more after a broken connection', async () => {
    const { http, reactions } = given([new Error('cut'), ok('back')])
    expect(await http.get('/x')).toBe('back')
    expect(reactions).toEqual([])
  })

  it('never repeats what changes something', async () => {
    const { http, sent, reactions } = given([new Error('cut'), ok(1)])
    expect((await failing(http.post('/x'))).kind).toBe('network')
    expect(sent).toHaveLength(1)
    expect(reactions).toMatchObject([{ kind: 'network', text: 'Backend interface connection abnormal' }])
  })

  it('gives up when its time is over', async () => {
    const never: StubAnswer = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const { http, reactions } = given([never], { timeout: 5 })
    expect((await failing(http.post('/x'))).kind).toBe('timeout')
    expect(reactions).toMatchObject([{ kind: 'timeout', text: 'System interface request timeout' }])
  })

  it('says nothing of a call that nobody waits for any more', async () => {
    const controller = new AbortController()
    const never: StubAnswer = (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))))
    const { http, reactions } = given([never])
    const call = failing(http.get('/x', undefined, { signal: controller.signal }))
    await Promise.resolve()
    controller.abort()
    expect((await call).kind).toBe('cancelled')
    expect(reactions).toEqual([])
  })
})

describe('reactions', () => {
  it.each([
    [401, 'signedOut', 'Authentication failed, cannot access system resources'],
    [403, 'forbidden', 'No permission for this operation'],
    [404, 'missing', 'Resource does not exist'],
    [500, 'failed', 'Unknown system error, report to the administrator'],
    [41_000, 'failed', 'Unknown system error, report to the administrator'],
  ] as const)('code %i without a message is told in its own words', async (code, kind, text) => {
    const { http, reactions } = given([envelope({ code, msg: '' }, { status: code < 600 ? code : 200 })])
    await failing(http.post('/x'))
    expect(reactions).toMatchObject([{ kind, text }])
  })

  it('shows what is no envelope with its status', async () => {
    const { http, reactions } = given([new Response('<html>', { status: 502 })])
    await failing(http.post('/x'))
    expect(reactions).toMatchObject([{ text: 'System interface 502 abnormal' }])
  })

  it('hands on the trace number and the problems of fields', async () => {
    const refusal = { code: 42_009, msg: 'No', data: { fields: [{ name: 'items.2.amount', message: 'too much' }, 7] }, traceId: 't-1' }
    const { http, reactions } = given([envelope(refusal)])
    const failure = await failing(http.post('/x'))
    expect(failure.fields).toEqual([{ name: 'items.2.amount', message: 'too much' }])
    expect(failure.errors).toEqual({ 'items.2.amount': 'too much' })
    expect(reactions).toEqual([{ kind: 'refused', text: 'No', traceId: 't-1' }])
  })

  it('opens one dialog when the sign-in ended, and is silent until it is answered', async () => {
    const { http, reactions, sent } = given([envelope({ code: 401, msg: '' }, { status: 401 }), ok('again')])
    await failing(http.get('/a'))
    expect((await failing(http.get('/b'))).kind).toBe('signedOut')
    expect(sent).toHaveLength(1)
    expect(reactions).toHaveLength(1)
    http.resume()
    expect(await http.get('/c')).toBe('again')
  })

  it('keeps a missing rate and quiet calls to themselves', async () => {
    const { http, reactions } = given([envelope({ code: 500, msg: '获取汇率失败，请刷新重试' }), envelope({ code: 500, msg: 'boom' })])
    await failing(http.get('/rate'))
    await failing(http.get('/quiet', undefined, { quiet: true }))
    expect(reactions).toEqual([])
  })

  it('answers a lost race with the fresh state', async () => {
    const fresh = { state: 4, currentTask: null, routeName: 'xDetail' }
    const { http, reactions } = given([envelope({ code: 42_006, msg: 'Handled by Xue He', data: fresh })])
    expect(await http.act('/workflow/pass', {})).toEqual({ outcome: 'moved', fresh, message: 'Handled by Xue He' })
    expect(reactions).toMatchObject([{ kind: 'moved' }])
  })

  it('tells the same text once in three seconds', () => {
    const now = vi.fn(() => 0)
    const reactions = createReactions(now)
    const states: string[] = []
    reactions.on(({ text }) => states.push(text))
    for (const at of [0, 2_999, 3_000, 3_001]) {
      now.mockReturnValue(at)
      reactions.notify({ kind: 'failed', text: 'x' })
    }
    expect(states).toHaveLength(2)
  })
})

describe('raw answers', () => {
  it('throws the envelope that came in place of a file', async () => {
    const json = { headers: { 'content-type': 'application/json' }, status: 404 }
    const { http, reactions } = given([envelope({ code: 404, msg: 'no template' }, json)])
    expect((await failing(http.raw({ method: 'GET', path: '/file' }))).message).toBe('no template')
    expect(reactions).toHaveLength(1)
  })
})

describe('a read that is asked for ahead', () => {
  it('is sent once and given to the first who asks for the same', async () => {
    const { http, sent } = given([ok('rows'), ok('fresh')])
    http.prefetch('/list', { current: 1 })
    http.prefetch('/list', { current: 1 })
    expect(await http.query('/list', { current: 1 })).toBe('rows')
    expect(await http.query('/list', { current: 1 })).toBe('fresh')
    expect(sent).toHaveLength(2)
  })

  it('is not given to others, nor after a change, nor when it failed', async () => {
    const { http, reactions } = given([ok('rows'), ok('other'), ok('changed'), ok('after'), envelope({ code: 500, msg: 'broken' }),
      ok('again')])
    http.prefetch('/list', { current: 1 })
    expect(await http.query('/list', { current: 2 })).toBe('other')
    await http.act('/pass', {})
    expect(await http.query('/list', { current: 1 })).toBe('after')
    http.prefetch('/list', { current: 1 })
    expect(await http.query('/list', { current: 1 })).toBe('again')
    expect(reactions).toEqual([])
  })
})

describe('a record that could not be added or deleted', () => {
  const unknown = { en: 'Unknown system error, report to the administrator', cn: '系统未知错误，请反馈给管理员' }

  it.each([
    ['en', 'Delete Failed', 'Add failed'],
    ['cn', '删除失败', '添加失败'],
  ] as const)('is told as such where the answer gives no reason (%s)', async (locale, deleted, added) => {
    for (const msg of ['', unknown[locale]]) {
      const answer = () => envelope({ code: 500, msg, traceId: 't-1' })
      const { http, reactions } = given([answer(), answer(), answer()], { locale })
      expect(await failing(http.delete('/x', '1'))).toMatchObject({ message: deleted, kind: 'failed' })
      expect(await failing(createData(http).create({ resource: 'x', variables: {} }))).toMatchObject({ message: added })
      expect(await failing(http.post('/x', {}))).toMatchObject({ message: unknown[locale] })
      expect(reactions.slice(0, 2)).toEqual([{ kind: 'failed', text: deleted, traceId: 't-1' }, { kind: 'failed', text: added,
        traceId: 't-1' }])
    }
  })

  it('keeps a reason that the answer gives', async () => {
    const { http } = given([envelope({ code: 42009, msg: 'In use, cannot be deleted' }), envelope({ code: 503, msg: 'Busy' }),
      envelope({ code: 403, msg: '' })])
    expect(await failing(http.delete('/x', '1'))).toMatchObject({ message: 'In use, cannot be deleted' })
    expect(await failing(http.delete('/x', '1'))).toMatchObject({ message: 'Busy' })
    expect(await failing(http.delete('/x', '1'))).toMatchObject({ message: 'No permission for this operation' })
  })
})
