import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from '../access.ts'
import { type TestApp, testApp } from '../testing.ts'
import { registerPages } from './register.ts'

const directory = mkdtempSync(join(tmpdir(), 'pages-'))
let test: TestApp
beforeAll(async () => {
  mkdirSync(join(directory, 'assets'))
  writeFileSync(join(directory, 'index.html'),
    '<meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>the page')
  writeFileSync(join(directory, 'assets/app-1a2b.js'), 'plain')
  writeFileSync(join(directory, 'assets/app-1a2b.js.br'), brotliCompressSync('small'))
  writeFileSync(join(directory, 'icon.svg'), '<svg/>')
  writeFileSync(join(directory, 'service-worker.js'), '// worker')
  writeFileSync(join(directory, '.build.json'), '{}')
  test = await testApp(
    async (app) => {
      app.get('/system/user', { config: { access: signedIn } }, async () => 'call')
      await registerPages(app, { directory, connect: ['https://login.example.com'] })
    },
    { wang: [] },
    { servesPages: true },
  )
})
afterAll(async () => {
  await test.app.close()
  rmSync(directory, { recursive: true })
})

const html = 'text/html,application/xhtml+xml,*/*;q=0.8'

describe('a page and a call share a path', () => {
  it.each([
    ['/system/user', { accept: html }, 200, 'the page'],
    ['/', { accept: html }, 200, 'the page'],
    ['/expense/7?tab=1', { accept: html }, 200, 'the page'],
    ['/', {}, 200, 'the page'],
    ['/', { accept: '*/*' }, 200, 'the page'],
    ['/', { accept: 'application/json', authorization: 'Bearer wang' }, 200, 'the page'],
    ['/expense/7?tab=1', { accept: '*/*' }, 200, 'the page'],
    ['/expense/7', {}, 200, 'the page'],
    ['/expense/7', { accept: 'application/json' }, 404, '404'],
    ['/expense/7', { accept: '*/*', authorization: 'Bearer wang' }, 404, '404'],
    ['/api/expense/7', { accept: '*/*' }, 404, '404'],
    ['/api/', { accept: '*/*' }, 404, '404'],
    ['/public/nothing', {}, 404, '404'],
    ['/missing.png', {}, 404, '404'],
    ['/expense//7', {}, 404, '404'],
    ['/system/nothing', {}, 404, '404'],
    ['/system/nothing?page=1', { accept: '*/*' }, 404, '404'],
    ['/system/nothing', { accept: html }, 200, 'the page'],
    ['/system/user', { accept: '*/*' }, 401, '401'],
    ['/system/user', { accept: html, authorization: 'Bearer wang' }, 200, 'call'],
    ['/system/user', { accept: '*/*', authorization: 'Bearer wang' }, 200, 'call'],
    ['/system/user', { accept: 'application/json' }, 401, '401'],
    ['/system/user', {}, 401, '401'],
    ['/api/system/user', { accept: html }, 401, '401'],
    ['/api/nothing', { accept: html }, 404, '404'],
    ['/nothing', { accept: 'application/json' }, 404, '404'],
    ['/idp/nothing', { accept: html }, 404, '404'],
    ['/docs/nothing', { accept: html }, 404, '404'],
    ['/public/nothing', { accept: html }, 404, '404'],
    ['/ws/nothing', { accept: html }, 404, '404'],
    ['/assets/missing-1a2b.js', { accept: html }, 404, '404'],
    ['/assets/', { accept: html }, 404, '404'],
    ['/assets/../index.html', { accept: html }, 404, '404'],
    ['/missing.png', { accept: html }, 404, '404'],
    ['/.build.json', { accept: html }, 404, '404'],
    ['/.refused', { accept: html }, 404, '404'],
    ['/index.html', {}, 404, '404'],
    ['/icon.svg', { accept: html }, 200, '<svg/>'],
  ])('GET %s with %j answers %i', async (url, headers, status, content) => {
    const answer = await test.app.inject({ url, headers })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).toContain(content)
  })
  it('and a POST is never a page', async () => {
    expect((await test.app.inject({ method: 'POST', url: '/system/user', headers: { accept: html } })).statusCode).toBe(404)
  })
})

describe('the page', () => {
  const ask = () => test.app.inject({ url: '/', headers: { accept: html, host: 'oa.example.com:8080' } })

  it('allows no script but ours and only styles with the nonce of this answer', async () => {
    const [first, second] = [await ask(), await ask()]
    const nonce = /content="([^"]+)"/.exec(first.body)?.[1]
    expect(nonce).toMatch(/^[\w-]{22}$/)
    expect(first.body).toContain(`<style nonce="${nonce}">`)
    expect(second.body).not.toContain(nonce)
    const policy = String(first.headers['content-security-policy']).split('; ')
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self' https://login.example.com ws://oa.example.com:8080 wss://oa.example.com:8080",
      "frame-src 'self' blob:",
      "worker-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
  })
  it('takes no text of a forged host into the policy', async () => {
    const answer = await test.app.inject({ url: '/', headers: { accept: html, host: "evil; script-src 'unsafe-inline'" } })
    expect(answer.headers['content-security-policy']).not.toContain('evil')
  })
  it('lets the worker of the installed application ask this host, and nothing else', async () => {
    const { headers } = await test.app.inject({ url: '/service-worker.js' })
    expect(headers).toMatchObject({ 'content-security-policy': "default-src 'none'; connect-src 'self'", 'cache-control': 'no-cache' })
  })
  it('and data forbids everything', async () => {
    const answer = await test.app.inject({ url: '/system/user' })
    expect(answer.headers['content-security-policy']).toBe("default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'")
  })
})

describe('an asset', () => {
  it('is kept for good and sent compressed where the browser can', async () => {
    const small = await test.app.inject({ url: '/assets/app-1a2b.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript') })
    expect((await test.app.inject('/assets/app-1a2b.js')).body).toBe('plain')
  })
  it('that is missing is not kept', async () => {
    expect((await test.app.inject('/assets/missing.js')).headers['cache-control']).toBe('no-store')
  })
  it('with a name of its own is asked for again', async () => {
    expect((await test.app.inject('/icon.svg')).headers['cache-control']).toBe('no-cache')
  })
})
