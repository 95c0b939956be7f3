import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  areaDistance: {
    async rows({ db }) {
      const districts = await db.selectFrom('area').select('area_code as code').where('level', '=', 3).orderBy('area_code').execute()
      return (n) => ({ fromCode: districts[n]?.code ?? '', toCode: '310100', km: '1200' })
    },
    refusals: [
      wrong('the same pair again', '', '与原文件第 3 行重复', { km: '1' }),
      wrong('the same pair the other way', '', '与原文件第 3 行重复',
        ({ fromCode = '', toCode = '' }) => ({ fromCode: toCode, toCode: fromCode })),
      wrong('one place twice', 'toCode', '不能相同', { fromCode: '310100' }),
      wrong('a place that is none', 'fromCode', '', { fromCode: '999999' }),
    ],
  },
})
