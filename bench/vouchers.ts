import { Refused } from '#kernel/errors.ts'
import { readVouchers } from '#plugins/vouchers/server/reading/reader.ts'
import { accuracyOf } from '#plugins/vouchers/server/reading/testing/accuracy.ts'
import { damaged, randomOf } from '#plugins/vouchers/server/reading/testing/mutations.ts'
import { samplesOfVouchers } from '#plugins/vouchers/server/reading/testing/samples.ts'

const samples = samplesOfVouchers()
await accuracy()
await damagedFiles(Number(process.argv[3] ?? 1000))

/** Reads every sample in the worker thread, like an upload. */
async function accuracy() {
  const readings = []
  for (const sample of samples) readings.push({ sample, reading: await readVouchers(sample, sample.name, []) })
  console.table(accuracyOf(readings))
}

/** Reads damaged and malicious files: each must be answered within the limits of the thread. */
async function damagedFiles(count: number) {
  const random = randomOf(Number(process.env['SEED'] ?? 20_261_125))
  const outcomes = new Map<string, number>()
  const before = process.memoryUsage.rss()
  let slowest = { ms: 0, name: '' }
  for (let round = 0; round < count; round++) {
    const { name, bytes } = samples[random(samples.length)]!
    const started = performance.now()
    const outcome = await outcomeOf({ name, bytes: await damaged(bytes, random) })
    const ms = performance.now() - started
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (ms > slowest.ms) slowest = { ms, name }
  }
  console.table(Object.fromEntries([...outcomes].toSorted(([, one], [, other]) => other - one)))
  console.log(
    `${count} damaged files: ${outcomes.get('no answer') ?? 0} without an answer, the slowest ${
      slowest.ms.toFixed(0)
    } ms (${slowest.name}), memory + ${((process.memoryUsage.rss() - before) / 2 ** 20).toFixed(0)} MB`,
  )
}

async function outcomeOf(file: { readonly name: string; readonly bytes: Buffer }): Promise<string> {
  try {
    const { vouchers, problems } = await readVouchers(file, file.name, [])
    return vouchers.length > 0 ? 'read' : problems[0]?.code ?? 'no answer'
  } catch (error) {
    return error instanceof Refused ? error.code : 'no answer'
  }
}
