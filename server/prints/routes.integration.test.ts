import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { approvalProduct } from '#server/documents/testing-company.ts'

let company: Awaited<ReturnType<typeof approvalProduct>>
let id: string
beforeAll(async () => {
  company = await approvalProduct()
  id = await company.on.file('plain', { amount: '12.50', remark: '说明' })
})
afterAll(() => company?.product.close())

async function call(by: string, url: string) {
  const { app, as } = company.product
  return app.inject({ method: 'GET', url, headers: { authorization: await as(by).bearer(), 'accept-language': 'en_US' } })
}

describe('printing', () => {
  it('answers the starter and whoever has the task a file to save', async () => {
    for (const by of ['wang', 'head']) {
      const { statusCode, headers, rawPayload } = await call(by, `/oaserver/plain/${id}/print`)
      expect([statusCode, headers['content-type'], rawPayload.subarray(0, 5).toString()]).toEqual([200, 'application/pdf', '%PDF-'])
      expect(headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''Form%20plain_PLAIN\d{12}\.pdf$/)
    }
  })

  it('answers a file that a browser shows, by its older name too', async () => {
    const { headers } = await call('wang', `/oaserver/plain/downloadWordPDF?procInstId=${id}&preview=1`)
    expect([headers['content-type'], headers['x-content-type-options']]).toEqual(['application/pdf', 'nosniff'])
    expect(headers['content-disposition']).toMatch(/^inline;/)
  })

  it('refuses strangers, other types and what is absent alike', async () => {
    const answers = await Promise.all([call('stranger', `/oaserver/plain/${id}/print`), call('wang', `/oaserver/judging/${id}/print`),
      call('wang', '/oaserver/plain/nothing/print')])
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ msg: string }>().msg])).toEqual(
      answers.map(() => [403, expect.any(String)]),
    )
    expect(new Set(answers.map((answer) => answer.json<{ msg: string }>().msg)).size).toBe(1)
  })

  it('says where there is no template, to readers only', async () => {
    const answer = await call('wang', `/oaserver/plain/downloadWord?procInstId=${id}`)
    expect([answer.statusCode, answer.json<{ msg: string }>().msg]).toEqual([404,
      'There is no Word template for this type yet. Print it as PDF instead'])
    expect((await call('stranger', `/oaserver/plain/downloadWord?procInstId=${id}`)).statusCode).toBe(403)
  })
})
