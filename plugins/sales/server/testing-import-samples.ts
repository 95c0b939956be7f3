import { defineImportSamples, wrong } from '#server/architecture-tests/import-sample.ts'

export default defineImportSamples({
  priceBase: {
    async rows({ db }) {
      const materials = await db.selectFrom('material').select('code').where('enable', '=', true).orderBy('code').execute()
      return (n) => ({ material: materials[n % materials.length]?.code ?? '', floorPrice: '12.5', cost: '10', remark: '' })
    },
    refusals: [wrong('no floor price', 'floorPrice', '', { floorPrice: '0' })],
  },
})
