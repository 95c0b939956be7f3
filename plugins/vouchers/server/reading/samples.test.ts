import { describe, expect, it } from 'vitest'
import { readFile } from './read.ts'
import { accuracyOf } from './testing/accuracy.ts'
import { damaged, randomOf } from './testing/mutations.ts'
import { samplesOfVouchers } from './testing/samples.ts'

const samples = samplesOfVouchers()

describe('the samples', () => {
  it('are read in every field, and nothing wrong is certain', async () => {
    const readings = []
    for (const sample of samples) readings.push({ sample, reading: await readFile(sample) })
    const table = accuracyOf(readings)
    expect(samples.length).toBeGreaterThanOrEqual(60)
    expect(table.filter(({ fields, right }) => right < fields)).toEqual([])
    expect(table.filter(({ wrongButCertain }) => wrongButCertain > 0)).toEqual([])
  })

  it('never end the reading when they are damaged, and always answer a voucher or a reason', async () => {
    const random = randomOf(20_261_124)
    for (let round = 0; round < 400; round++) {
      const { name, bytes } = samples[random(samples.length)]!
      const { vouchers, problems } = await readFile({ name, bytes: await damaged(bytes, random) })
      expect(vouchers.length + problems.length).toBeGreaterThan(0)
    }
  }, 240_000)
})
