import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { sets } from '#plugins/budgets/server/testing.ts'
import { exceededBudgets, type AttemptCounts, prepareBudgetCase, recounted,
  tryLedger } from '#plugins/budgets/server/testing-concurrency.ts'
import { open } from '#server/database/open.ts'
import { readEnv } from '#server/env.ts'

/**
 * A million random operations on the budgets of 400 departments (or the given number), by concurrent clients whose backends are killed at
 * random. Afterwards every sum is recomputed from the documents, and no budget may be exceeded.
 */
const operations = Number(process.argv[3] ?? 1_000_000)
const clients = 16
const part = Math.min(operations, 20_000)

const folder = mkdtempSync(join(tmpdir(), 'bench-ledger-'))
const database = await open({ ...readEnv({ DATA_DIR: folder }), databasePool: clients + 2 }, pino({ level: 'fatal' }))
const total: AttemptCounts = { done: 0, refused: 0, lost: 0 }
try {
  await database.migrate(sets)
  const departments = await prepareBudgetCase(database.db, '9000.00', 400)
  const begun = performance.now()
  for (let left = operations; left > 0; left -= part)
    add(await tryLedger(database.db, { operations: Math.min(part, left), clients, departments, killEvery: 2_000, chance: Math.random }),
      begun)
  const exceeded = await exceededBudgets(database.db)
  const { checked, mismatches } = await recounted(database.db)
  console.log(`documents recounted: ${checked}, mismatches: ${mismatches.length}, budgets exceeded: ${exceeded.length}`)
  for (const mismatch of mismatches.slice(0, 20)) console.log(mismatch)
  process.exitCode = mismatches.length + exceeded.length > 0 ? 1 : 0
} finally {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
}

function add(tried: AttemptCounts, begun: number): void {
  for (const key of ['done', 'refused', 'lost'] as const) Object.assign(total, { [key]: total[key] + tried[key] })
  const count = total.done + total.refused + total.lost
  console.log(
    `${count} operations: ${total.done} done, ${total.refused} refused, ${total.lost} lost; ${
      (count / ((performance.now() - begun) / 1000)).toFixed(0)
    }/s`,
  )
}
