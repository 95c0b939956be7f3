import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getFile, sendFile, textsOf } from './testing.ts'
import { type GadgetWorld, gadgetWorld, path } from './testing-gadgets.ts'

let world: GadgetWorld
beforeAll(async () => {
  world = await gadgetWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

describe('an exported list', () => {
  it('is imported again without changing anything', async () => {
    await world.send([['G-1', '=1+1', 'Meter, "x"', '0.10', 3, '2026-11-20', 'd1', '', 'd1;d2', '好', '是'], ['00123', '乙', '@x',
      999999.99, null, null, '', '', '', '坏', '否']])
    for (const language of ['zh_CN', 'en_US'] as const) {
      const exported = await getFile(world.web.app, `${path}/export`, 'admin', language)
      expect(exported).toMatchObject({ status: 200, name: language === 'zh_CN' ? '装置_202611201200.xlsx' : 'Gadget_202611201200.xlsx' })
      expect((await sendFile(world.web.app, { path, who: 'admin', bytes: exported.bytes, language })).data).toMatchObject({ total: 2,
        success: 0, unchanged: 2, failed: 0 })
    }
  })

  it('follows the filters and the scope, in the order of the list', async () => {
    await world.send([['G-1', '一', null, 1, null, null, '', '', 'd2', '好'], ['G-2', '二', null, 2, null, null, '', '', 'd1', '好'], [
      'G-3',
      '三',
      null,
      3,
      null,
      null,
      '',
      '',
      '',
      '坏',
    ]])
    const codes = async (query: string, who = 'admin') =>
      (await textsOf((await getFile(world.web.app, `${path}/export${query}`, who)).bytes)).slice(1).map(([code]) => code)
    expect(await codes('')).toEqual(['G-1', 'G-2', 'G-3'])
    expect(await codes('?status=1')).toEqual(['G-1', 'G-2'])
    expect(await codes('?keyword=%E4%B8%89')).toEqual(['G-3'])
    expect(await codes('?price=2,')).toEqual(['G-2', 'G-3'])
    expect(await codes('', 'keeper')).toEqual(['G-2', 'G-3'])
    expect((await getFile(world.web.app, `${path}/export?colour=red`, 'admin')).status).toBe(422)
  })

  it('of more rows than a file holds is refused before anything is sent', async () => {
    await sql`insert into gadget (id, code, name_cn) select 'g' || n, 'N-' || n, '甲' from generate_series(1, 50001) n`.execute(world.db)
    const answer = await world.web.app.inject({ url: `${path}/export`, headers: { authorization: 'Bearer admin' } })
    expect([answer.statusCode, answer.json().msg]).toEqual([422, '请缩小范围'])
    expect((await getFile(world.web.app, `${path}/export?keyword=N-1`, 'admin')).status).toBe(200)
  })
})
