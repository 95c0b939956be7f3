import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { needs, open } from '../access.ts'
import { type TestApp, testApp } from '../testing.ts'
import type { DescribedCalls } from './page.ts'

let test: TestApp
beforeAll(async () => {
  test = await testApp((app) => {
    const part = z.strictObject({ name: z.string().max(30), price: z.string(), at: z.iso.date().optional() })
    app.put('/sample/part/:id', { config: { access: needs('sample:part:edit'), repeats: 'harmless' },
      schema: { params: z.object({ id: z.string() }), querystring: z.object({ dry: z.coerce.boolean().optional() }), body: part,
        response: { 200: part } } }, async ({ body }) => body)
    app.get('/sample/<b>', { config: { access: open }, schema: { description: '<script>alert(1)</script>' } }, async () => 1)
    app.post('/sample/odd', { config: { access: open }, schema: { body: z.string().transform(Number).or(z.date()) } }, async () => 1)
  })
})
afterAll(() => test.app.close())

const documentOf = async () => (await test.app.inject('/docs/json')).json<DescribedCalls>()

describe('the document of the calls', () => {
  it('describes input, the enveloped answer and who may call', async () => {
    const operation = (await documentOf()).paths?.['/sample/part/{id}']?.put
    expect(operation).toMatchObject({
      tags: ['sample'],
      description: 'Needs sample:part:edit.',
      security: [{ bearer: [] }],
      parameters: [{ name: 'dry', in: 'query' }, { name: 'id', in: 'path', required: true }],
      requestBody: {
        content: {
          'application/json': { schema: { properties: { name: { type: 'string', maxLength: 30 } }, required: ['name', 'price'] } },
        },
      },
      responses: {
        200: {
          content: { 'application/json': { schema: { properties: { code: { type: 'integer' }, data: { required: ['name', 'price'] } } } } },
        },
      },
    })
  })
  it('survives a schema that JSON cannot describe, and leaves its own pages out', async () => {
    const { paths } = await documentOf()
    expect(Object.keys(paths ?? {}).toSorted()).toEqual(['/sample/<b>', '/sample/odd', '/sample/part/{id}'])
  })
})

describe('the page of the calls', () => {
  it('lists them without running anything of theirs', async () => {
    const page = await test.app.inject({ url: '/docs', headers: { accept: 'text/html' } })
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.body).toContain('/sample/part/{id}')
    expect(page.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page.body).not.toContain('<script')
  })
})
